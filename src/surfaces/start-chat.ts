import type { ChatRequest } from '../commands/chat/chat-request.ts'
import { textOption } from '../commands/input-values.ts'
import { ChatCliError } from '../errors.ts'

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
  const isDialogue = prompt === undefined && (isNamed || stdin.isTTY)
  if (isDialogue) {
    const { runRepl } = await import('./repl/run-repl.ts')
    const { terminalLines } = await import('./repl/terminal-lines.ts')
    const lines = terminalLines({
      input: stdin,
      output: stdout,
      isTerminal,
      onFirstInterrupt: () => out(`${context.text.chat.leaveHint}\n`),
    })
    const release = onEnd(process, () => lines.close())
    try {
      await runRepl(request, {
        lines,
        out,
        note: isTerminal ? (line) => out(`${line}\n`) : note,
        fetch: globalThis.fetch,
      })
    } finally {
      release()
      lines.close()
    }
    return 'done'
  }
  const input = stdin.isTTY ? undefined : await context.readInput()
  if (prompt === undefined && (input ?? '').trim() === '') return 'nothing'
  const { runOneShot } = await import('./oneshot/run-one-shot.ts')
  const stop = new AbortController()
  const release = onEnd(process, () => {
    if (stop.signal.aborted) throw new ChatCliError('interrupted', context.text.chat.notices.stopped)
    stop.abort()
  })
  try {
    await runOneShot(request, { out, note, fetch: globalThis.fetch, signal: stop.signal, input })
  } finally {
    release()
  }
  return 'done'
}

/** The person or the system wants this process to end: there is time to put down what is in hand. */
function onEnd(process: NodeJS.Process, listener: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, listener)
  return () => {
    for (const signal of signals) process.off(signal, listener)
  }
}
