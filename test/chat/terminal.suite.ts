import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import xterm from '@xterm/headless'

export interface TerminalOptions {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly columns?: number
  readonly rows?: number
}

/** A program in a terminal, with a screen to look at. */
export interface Terminal {
  /** Types, as if on a keyboard; Enter is `\r`, Ctrl-C is `\u0003`. */
  type(keys: string): void
  /** Waits until the screen shows it; rejects when the program ends before. */
  shows(wanted: string | RegExp): Promise<void>
  /** The screen and what scrolled off it, wrapped lines as they stand, without the spaces at their ends. */
  screen(): string
  /** Every byte that came. */
  raw(): string
  resize(columns: number, rows: number): void
  /** Of the program. */
  pid(): number
  /** Closes the terminal, as a window is closed; the program may still be at work. */
  hangUp(): void
  /** What the program ended with; waits for it. */
  readonly ended: Promise<number | null>
}

/**
 * Opens a terminal on Linux with what every Debian has: `script` makes it, `stty` gives it a size.
 */
export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { command, env, cwd, columns = 80, rows = 24 } = options
  const view = new xterm.Terminal({ cols: columns, rows, scrollback: 1000, allowProposedApi: true })
  const place = join(cwd, 'tty')
  const quoted = command.map((word) => `'${word}'`).join(' ')
  const shell = `tty > '${place}'; echo $$ > '${place}-pid'; stty cols ${columns} rows ${rows}; exec ${quoted}`
  const child = spawn('script', ['-qefc', shell, '/dev/null'], {
    cwd,
    env: { TERM: 'xterm-256color', ...env, SHELL: '/bin/sh' },
  })
  let isOver = false
  let wake: (() => void)[] = []
  const wakeAll = (): void => {
    const waiting = wake
    wake = []
    for (const each of waiting) each()
  }
  let raw = ''
  child.stdout.on('data', (bytes: Buffer) => {
    raw += bytes.toString('latin1')
    view.write(bytes, wakeAll)
  })
  child.stdin.on('error', () => undefined)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => {
      view.write('', () => {
        isOver = true
        wakeAll()
        resolve(status)
      })
    })
  })
  const screen = (): string => {
    const { active } = view.buffer
    const lines = Array.from(
      { length: active.length },
      (_, i) => active.getLine(i)?.translateToString() ?? '',
    )
    return lines
      .map((line) => line.trimEnd())
      .join('\n')
      .trimEnd()
  }
  return {
    ended,
    screen,
    raw: () => raw,
    type: (keys) => void child.stdin.write(keys),
    async shows(wanted) {
      for (;;) {
        const shown = screen()
        if (typeof wanted === 'string' ? shown.includes(wanted) : wanted.test(shown)) return
        if (isOver) throw new Error(`It ended without showing ${String(wanted)}:\n${shown}`)
        await new Promise<void>((resolve) => wake.push(resolve))
      }
    },
    resize(newColumns, newRows) {
      view.resize(newColumns, newRows)
      const tty = readFileSync(place, 'utf8').trim()
      execFileSync('stty', ['-F', tty, 'cols', String(newColumns), 'rows', String(newRows)])
    },
    // The shell became the program.
    pid: () => Number(readFileSync(`${place}-pid`, 'utf8')),
    // Whoever holds the other end of a terminal is gone; the kernel tells the program.
    hangUp: () => void child.kill('SIGKILL'),
  }
}
