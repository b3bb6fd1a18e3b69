/** How much a model may do: only talk, use tools, or use them to work on code. */
export const modes = ['chat', 'agent', 'coder'] as const

export type Mode = (typeof modes)[number]
