import { ChatCliError } from '../errors.ts'
import { processEnvironment } from '../settings.ts'
import { languageOf } from '../text/language-of.ts'
import { textFor } from '../text/text-for.ts'
import { indexProgress } from './cli/index-progress.ts'
import { runCli } from './cli/run-cli.ts'

// A reader that has seen enough (`chatcli session list | head`) is no error, nor is a terminal that was closed.
let isUnheard = false
process.stdout.on('error', endQuietly)
process.stderr.on('error', endQuietly)

process.exitCode = await runCli({
  argv: process.argv.slice(2),
  environment: processEnvironment(),
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  cwd: process.cwd(),
  now: Date.now,
  isTty: process.stdout.isTTY,
  columns: process.stdout.columns,
  ask: process.stdin.isTTY && process.stderr.isTTY ? ask : undefined,
  showProgress: process.stderr.isTTY ? (line) => void process.stderr.write(`\r\u001b[K${line}`) : undefined,
  open: async ({ home, timeZone, transcript, language, archiveMaxMb, archiveTtlMs }) => {
    const { openChatCli } = await import('../open-chatcli.ts')
    const write = (text: string): boolean => process.stderr.write(text)
    const progress = indexProgress(write, Date.now, textFor(languageOf(language)))
    return openChatCli({
      home,
      transcripts: transcript,
      archive: { maxBytes: archiveMaxMb * 2 ** 20, ttlMs: archiveTtlMs },
      ...(timeZone === undefined ? {} : { timeZone }),
      ...(process.stderr.isTTY ? { onIndexProgress: progress } : {}),
    })
  },
  disk: async () => (await import('../disk/real-disk.ts')).createRealDisk(),
  chat: async (request) => (await import('./start-chat.ts')).startChat(request, process),
})

function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
  if (isUnheard) return
  isUnheard = true
  // Node breaks down when it ends by itself and wants to give back a terminal that is gone.
  if (error.code === 'EIO') process.kill(process.pid, 'SIGHUP')
  // Whoever has something to put down listens to this signal.
  if (!process.emit('SIGHUP', 'SIGHUP')) process.exit()
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const interrupted = new AbortController()
  lines.on('SIGINT', () => interrupted.abort())
  // The end of the input is an answer too: none.
  lines.on('close', () => interrupted.abort())
  try {
    return await lines.question(question, { signal: interrupted.signal })
  } catch (cause) {
    throw new ChatCliError('interrupted', question.trim(), { cause })
  } finally {
    lines.close()
  }
}
