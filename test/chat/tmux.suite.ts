import { execFile, execFileSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Between two looks at a screen, so that looking does not keep the machine from what is looked for. */
const pause = (): Promise<void> => setTimeout(40)
/** Whoever waits longer is told what the screen shows instead. */
const longestMs = 20_000

export interface TmuxOptions {
  /** Where its socket is put; a short path. */
  readonly socket: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly columns?: number
  readonly rows?: number
}

/** A program in a window of its own, as a person has it. */
export interface TmuxWindow {
  /** Types a line and Enter. */
  say(line: string): Promise<void>
  /** Types keys by the names tmux has for them, or text. */
  keys(...keys: readonly string[]): Promise<void>
  /** Waits until the screen, or what scrolled off it, shows it; fails when the program ends before. */
  shows(wanted: string | RegExp): Promise<string>
  /** `kill -9`; waits until it is dead. */
  kill(): Promise<void>
  /** Waits until the program has ended. */
  ended(): Promise<void>
}

export interface Tmux {
  open(name: string, command: readonly string[]): Promise<TmuxWindow>
  close(): void
}

/** Whether there is a tmux on this machine. */
export function hasTmux(): boolean {
  try {
    execFileSync('tmux', ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A tmux server of its own, which nobody else sees. */
export function startTmux({ socket, cwd, env, columns = 80, rows = 24 }: TmuxOptions): Tmux {
  const tmux = async (...words: readonly string[]): Promise<string> => {
    const { stdout } = await run('tmux', ['-S', socket, '-f', '/dev/null', ...words], { cwd, env })
    return stdout
  }
  return {
    async open(name, command) {
      const size = ['-x', String(columns), '-y', String(rows)]
      await tmux('new-session', '-d', '-s', name, ...size, 'cat')
      // Only now: a program that ends at once would take the window, and its last words, with it.
      await tmux('set-option', '-t', name, 'remain-on-exit', 'on')
      await tmux('respawn-pane', '-k', '-t', name, ...command)
      const ask = async (what: string): Promise<string> =>
        (await tmux('display-message', '-p', '-t', name, `#{${what}}`)).trim()
      const screen = async (): Promise<string> =>
        (await tmux('capture-pane', '-p', '-t', name, '-S', '-500')).replaceAll(/ +$/gm, '').trimEnd()
      const ended = async (): Promise<void> => {
        while ((await ask('pane_dead')) !== '1') await pause()
      }
      return {
        async say(line) {
          await tmux('send-keys', '-t', name, '-l', line)
          await tmux('send-keys', '-t', name, 'Enter')
        },
        async keys(...keys) {
          await tmux('send-keys', '-t', name, ...keys)
        },
        async shows(wanted) {
          const end = Date.now() + longestMs
          for (;;) {
            // Asked before the screen is read: what a program says last is there when it has ended.
            const isOver = (await ask('pane_dead')) === '1'
            const shown = await screen()
            if (typeof wanted === 'string' ? shown.includes(wanted) : wanted.test(shown)) return shown
            if (isOver || Date.now() > end) {
              throw new Error(`${isOver ? 'It ended' : 'Time went by'} without ${String(wanted)}:\n${shown}`)
            }
            await pause()
          }
        },
        async kill() {
          process.kill(Number(await ask('pane_pid')), 'SIGKILL')
          await ended()
        },
        ended,
      }
    },
    close() {
      try {
        execFileSync('tmux', ['-S', socket, 'kill-server'], { stdio: 'ignore' })
      } catch {
        // No window was opened, or the server ended with its last one.
      }
    },
  }
}
