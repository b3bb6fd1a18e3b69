/** What a turn of a test says, from the question to its last answer. */
export interface ScriptedMessage {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly content: string
  /** What the calls of the tool `look` are to give. */
  readonly looks?: readonly string[]
}

const kinds = ['plain', 'tools', 'long', 'rounds'] as const
const long = (tag: string): string =>
  `${tag} tells ${Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ')}`

/** `a-7`: the turn of a writer. */
export function tagOf(writer: string, turn: number): string {
  return `${writer}-${turn}`
}

/** All that the turn of a tag has to say when nothing comes between. Its number decides what kind of turn it is. */
export function scriptOf(tag: string): readonly ScriptedMessage[] {
  const kind = kinds[Number(tag.split('-')[1]) % kinds.length] ?? 'plain'
  const user = { role: 'user', content: `${tag} asks ${kind}` } as const
  const says = (content: string): ScriptedMessage => ({ role: 'assistant', content })
  const round = (...looks: readonly string[]): readonly ScriptedMessage[] => [
    { role: 'assistant', content: `${tag} looks`, looks },
    ...looks.map((content) => ({ role: 'tool', content }) as const),
  ]
  const answers: Readonly<Record<typeof kind, readonly ScriptedMessage[]>> = {
    plain: [says(`${tag} answers`)],
    tools: [...round(`${tag} saw 1`, `${tag} saw 2`), says(`${tag} concludes`)],
    long: [says(long(tag))],
    rounds: [...round(`${tag} saw 1`), ...round(`${tag} saw 2`, `${tag} saw 3`), says(long(tag))],
  }
  return [user, ...answers[kind]]
}
