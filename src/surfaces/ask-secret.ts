import { ChatCliError } from '../errors.ts'

const enter = new Set(['\r', '\n', '\u0004'])
const interrupt = '\u0003'
const backspace = new Set(['\u007f', '\b'])

/** Asks a person at the terminal for what must not be shown. @throws ChatCliError `interrupted` */
export async function askSecret(question: string, process: NodeJS.Process): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(question)
  const wasRaw = stdin.isRaw
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stdin.resume()
  try {
    return await new Promise<string>((resolve, reject) => {
      let typed = ''
      const end = (): void => {
        stdin.off('data', take)
        stdin.off('end', end)
        resolve(typed)
      }
      const take = (piece: string): void => {
        for (const character of piece) {
          if (character === interrupt) {
            stdin.off('data', take)
            stdin.off('end', end)
            reject(new ChatCliError('interrupted', question.trim()))
            return
          }
          if (enter.has(character)) return end()
          typed = backspace.has(character) ? Array.from(typed).slice(0, -1).join('') : typed + character
        }
      }
      stdin.on('data', take)
      stdin.on('end', end)
    })
  } finally {
    stdin.setRawMode(wasRaw)
    stdin.pause()
    stderr.write('\n')
  }
}
