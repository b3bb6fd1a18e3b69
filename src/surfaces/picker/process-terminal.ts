import type { PickerTerminal } from './picker-terminal.ts'
import { leaveScreen, pasteMarksOn } from './screen-writer.ts'

type Listener = (...values: unknown[]) => void

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The terminal of this process. Whoever read from it before gets nothing until it is closed, and all after that. */
export function processTerminal(process: NodeJS.Process): PickerTerminal {
  const { stdin, stdout } = process
  let release: (() => void) | undefined
  let isShared = false
  return {
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
    write: (text) => void stdout.write(text),
    open({ onInput, onResize, onEnd }) {
      const others = stdin.rawListeners('data') as Listener[]
      const resizers = stdout.rawListeners('resize') as Listener[]
      const wasRaw = stdin.isRaw
      isShared = others.length > 0
      const onOver = (): void => onEnd('input')
      const onSignal = (): void => onEnd('signal')
      // A fault elsewhere ends the process: the terminal is put right all the same.
      const onExit = (): void => void stdout.write(leaveScreen)
      for (const other of others) stdin.off('data', other)
      for (const other of resizers) stdout.off('resize', other)
      stdin.setRawMode(true)
      stdin.on('data', onInput)
      stdin.on('end', onOver)
      // A terminal that is gone fails in every way; that the input is over is all there is to know.
      stdin.on('error', onOver)
      stdout.on('resize', onResize)
      for (const signal of signals) process.on(signal, onSignal)
      process.on('exit', onExit)
      stdin.resume()
      release = () => {
        stdin.off('data', onInput)
        stdin.off('end', onOver)
        stdin.off('error', onOver)
        stdout.off('resize', onResize)
        for (const signal of signals) process.off(signal, onSignal)
        process.off('exit', onExit)
        try {
          stdin.setRawMode(wasRaw)
        } catch {
          // It is gone, and needs nothing any more.
        }
        for (const other of others) stdin.on('data', other)
        for (const other of resizers) stdout.on('resize', other)
        if (others.length === 0) stdin.pause()
      }
    },
    suspend(onBack) {
      release?.()
      release = undefined
      if (process.platform === 'win32') return onBack()
      process.once('SIGCONT', onBack)
      // The whole group, as a terminal does it: whoever started this program waits for it.
      process.kill(0, 'SIGTSTP')
    },
    close() {
      release?.()
      release = undefined
      // Whoever reads on wants pastes marked, as they were before.
      if (isShared) stdout.write(pasteMarksOn)
    },
  }
}
