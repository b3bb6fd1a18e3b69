import type { ChatRequest } from '../commands/chat/chat-request.ts'
import { textOption } from '../commands/input-values.ts'
import type { AnswerStream } from '../commands/chat/turn-printer.ts'
import type { Pick } from '../commands/picker/pick-result.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { LineSource } from './repl/line-source.ts'

/**
 * Runs the chat in this process: in one shot when there is a prompt or piped input, else as a dialogue.
 *
 * @returns `nothing` when there is nothing to say and no terminal to ask at
 * @throws ChatCliError
 */
export async function startChat(request: ChatRequest, process: NodeJS.Process): Promise<'done' | 'nothing'> {
  const { options, isNamed, context } = request
  const { stdin, stdout, stderr } = process
  const out = (text: string): void => void stdout.write(text)
  const note = (line: string): void => void stderr.write(`${line}\n`)
  const prompt = textOption({ words: [], options }, 'prompt')
  const isTerminal = stdin.isTTY && stdout.isTTY
  // Node breaks down when it ends by itself and wants to give back a terminal that is gone.
  const endBy = (signal: NodeJS.Signals | undefined): void => {
    if (signal !== undefined) process.kill(process.pid, signal)
  }
  const layOut = async (): Promise<(() => AnswerStream) | undefined> => {
    const { environment, text } = context
    if (!stdout.isTTY) return undefined
    const colour = request.settings.colour && environment['TERM'] !== 'dumb'
    const { layOutAnswer } = await import('../commands/chat/lay-out-answer.ts')
    return layOutAnswer({ out, columns: () => stdout.columns, colour, text })
  }
  const isDialogue = prompt === undefined && (isNamed || stdin.isTTY)
  if (isDialogue) {
    const isDumb = isTerminal && context.environment['TERM'] === 'dumb'
    let opened: LineSource | undefined
    // Not before they are wanted: a picker that takes the whole screen does not wait for them.
    const lines = async (): Promise<LineSource> => {
      const { terminalLines } = await import('./repl/terminal-lines.ts')
      const { typingFor } = await import('./repl/input/typing-for.ts')
      return (opened ??= terminalLines({
        input: stdin,
        output: stdout,
        isTerminal,
        isDumb,
        onFirstInterrupt: () => out(`${context.text.chat.leaveHint}\n`),
        process,
        ...(isTerminal && !isDumb
          ? { typing: typingFor(request, (line) => out(`${sanitiseLine(line)}\n`)) }
          : {}),
      }))
    }
    const pick: Pick = async (query) => {
      const { pickSession } = await import('./picker/pick-session.ts')
      return pickSession(query, { request, process, out, read: async (words) => (await lines()).read(words) })
    }
    // In a dumb terminal Ctrl-C is a signal, and the lines know what it means.
    const release = onEnd(process, () => opened?.close(), isDumb ? ['SIGTERM', 'SIGHUP'] : undefined)
    try {
      const begun = request.resume === undefined ? request : await resumed(request, request.resume, pick, out)
      if (begun === undefined) return 'done'
      const { runRepl } = await import('./repl/run-repl.ts')
      await runRepl(begun, {
        lines: await lines(),
        pick,
        out,
        note: isTerminal ? (line) => out(`${line}\n`) : note,
        columns: () => (isTerminal ? stdout.columns : undefined),
        fetch: globalThis.fetch,
        layOut,
      })
    } finally {
      opened?.close()
      endBy(release())
    }
    return 'done'
  }
  const input = stdin.isTTY ? undefined : await context.readInput()
  if (prompt === undefined && (input ?? '').trim() === '') return 'nothing'
  const { runOneShot } = await import('./oneshot/run-one-shot.ts')
  const stop = new AbortController()
  const release = onEnd(process, () => stop.abort())
  try {
    await runOneShot(request, {
      out,
      note,
      fetch: globalThis.fetch,
      layOut: await layOut(),
      signal: stop.signal,
      input,
    })
  } finally {
    const signal = release()
    // Ctrl-C is told as an error, with its exit code.
    if (signal !== 'SIGINT') endBy(signal)
  }
  return 'done'
}

/** The chat with the session that `resume` leads to, shown around its message; undefined when nobody chose one. */
async function resumed(
  request: ChatRequest,
  asked: NonNullable<ChatRequest['resume']>,
  pick: Pick,
  out: (text: string) => void,
): Promise<ChatRequest | undefined> {
  const { resumePick } = await import('../commands/picker/resume-pick.ts')
  const { picked, lines } = await resumePick(request, asked, pick)
  if (picked === undefined) return undefined
  for (const line of lines) out(`${line}\n`)
  return { ...request, options: { ...request.options, resume: picked.name } }
}

/**
 * The person or the system wants this process to end: there is time to put down what is in hand. Whoever types Ctrl-C
 * twice does not want to wait.
 *
 * @returns what is to be called when all is put down; it gives the signal that was received
 */
function onEnd(
  process: NodeJS.Process,
  listener: () => void,
  signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'],
): () => NodeJS.Signals | undefined {
  let given: NodeJS.Signals | undefined
  const end = (signal: NodeJS.Signals): void => {
    if (given === 'SIGINT' && signal === 'SIGINT') process.exit(130)
    given ??= signal
    listener()
  }
  for (const signal of signals) process.on(signal, end)
  return () => {
    for (const signal of signals) process.off(signal, end)
    return given
  }
}
