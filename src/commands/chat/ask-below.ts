import type { SlashContext } from './slash-context.ts'

/** Asks a question below some lines; `''` when nobody can be asked. */
export async function askBelow(
  { ask, show }: Pick<SlashContext, 'ask' | 'show'>,
  lines: readonly string[],
  question: string,
): Promise<string> {
  if (ask === undefined) return ''
  if (show === undefined) return ask([...lines, question].join('\n'))
  for (const line of lines) show(line)
  return ask(question)
}
