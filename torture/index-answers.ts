import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openChatCli } from '../src/open-chatcli.ts'

/** In every conversation that the lab makes, or in some. */
const questions = ['tide', 'foreign', 'first', 'short']

/**
 * What is wrong with the answers of the index of a home: with it and without it the same must be found. Looked at in
 * copies, so that nothing is mended in the home itself.
 *
 * @param scratch a folder for the copies
 * @param keys the one that seals, and those that open only
 */
export function indexProblem(home: string, scratch: string, keys: readonly string[]): string | undefined {
  const [encryptionKey, ...previousKeys] = keys
  const sealed = encryptionKey === undefined ? {} : { encryptionKey, previousKeys }
  const answers = (isWithIndex: boolean): string => {
    const copy = mkdtempSync(join(scratch, 'index-'))
    try {
      cpSync(home, copy, { recursive: true, preserveTimestamps: true })
      if (!isWithIndex) rmSync(join(copy, 'index'), { recursive: true, force: true })
      const chatcli = openChatCli({ home: copy, ...sealed })
      return questions
        .map((question) => {
          const names = chatcli.search(question, { sessions: 100 }).sessions.map(({ name }) => name)
          return `${question}: ${names.sort().join(' ')}`
        })
        .join('; ')
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }
  const [found, right] = [answers(true), answers(false)]
  return found === right ? undefined : `the index answers ${found}, and it should ${right}`
}
