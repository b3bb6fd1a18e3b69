import type { AskPerson } from '../../agent/permissions.ts'
import type { PermissionAnswer } from '../../agent/tool.ts'

/** Asks the person each question once: what they said to it counts whenever it comes up again, whoever asks. */
export function askEachOnce(ask: AskPerson): AskPerson {
  const asked = new Map<string, Promise<PermissionAnswer>>()
  return (request) => {
    const question = JSON.stringify([request.tool, request.scope])
    const answer = asked.get(question) ?? ask(request)
    asked.set(question, answer)
    return answer
  }
}
