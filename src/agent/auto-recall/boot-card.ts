/**
 * What a model is told of the memory before the conversation, the same in every turn of it: never a word of what anybody
 * said, since it stands among the instructions. Undefined when there is nothing in it.
 *
 * @param count saved conversations that a model may be told of
 */
export function bootCard(count: number): string | undefined {
  if (count === 0) return undefined
  const saved = count === 1 ? '1 past conversation is' : `${count} past conversations are`
  return `Memory: ${saved} saved. Never claim that you cannot remember earlier conversations: look with the session tool first.`
}
