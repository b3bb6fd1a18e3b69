/** What the messages of an answer will be called in the journal. */
export interface AnswerIds {
  readonly id: string
  readonly thoughtId: string
}

/** Known before anything of the answer is said. @param step which answer of its turn it is, from 1 on */
export function answerIds(turn: string, step: number): AnswerIds {
  const id = `${turn}.${step}`
  return { id, thoughtId: `${id}.thought` }
}
