import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { processTerminal } from './process-terminal.ts'

/** A process with a terminal that is not there. */
function fakeProcess() {
  const calls: string[] = []
  const stdin = Object.assign(new EventEmitter(), {
    isRaw: false,
    setRawMode(isRaw: boolean) {
      stdin.isRaw = isRaw
      calls.push(`raw ${isRaw}`)
    },
    resume: () => calls.push('resume'),
    pause: () => calls.push('pause'),
  })
  const stdout = Object.assign(new EventEmitter(), {
    columns: 90,
    rows: 20,
    write: (text: string) => calls.push(`write ${text}`),
  })
  const process = Object.assign(new EventEmitter(), {
    stdin,
    stdout,
    kill: (pid: number, signal: string) => calls.push(`kill ${pid} ${signal}`),
  })
  return { process: process as unknown as NodeJS.Process, emitter: process, stdin, stdout, calls }
}

it('takes the keyboard from whoever had it, and gives it back as it was', () => {
  const { process, emitter, stdin, stdout, calls } = fakeProcess()
  const heard: string[] = []
  stdin.on('data', () => heard.push('other'))
  stdout.on('resize', () => heard.push('other resize'))
  const terminal = processTerminal(process)
  terminal.open({
    onInput: () => heard.push('own'),
    onResize: () => heard.push('own resize'),
    onEnd: (reason) => heard.push(reason),
  })
  expect(terminal.size()).toEqual({ columns: 90, rows: 20 })
  stdin.emit('data', new Uint8Array())
  stdout.emit('resize')
  emitter.emit('SIGTERM')
  stdin.emit('end')
  terminal.close()
  terminal.close()
  stdin.emit('data', new Uint8Array())
  stdout.emit('resize')
  expect(heard).toEqual(['own', 'own resize', 'signal', 'input', 'other', 'other resize'])
  expect(emitter.eventNames()).toEqual([])
  expect(calls.slice(0, 3)).toEqual(['raw true', 'resume', 'raw false'])
  // Somebody reads on, and had asked for marked pastes.
  expect(calls).not.toContain('pause')
  expect(calls).toContain('write \u001B[?2004h')
})

it('ends with a terminal that is gone, and is not troubled by it', () => {
  const { process, stdin } = fakeProcess()
  const heard: string[] = []
  const terminal = processTerminal(process)
  terminal.open({
    onInput: () => undefined,
    onResize: () => undefined,
    onEnd(reason) {
      heard.push(reason)
      stdin.setRawMode = () => {
        throw new Error('EIO')
      }
      terminal.close()
    },
  })
  stdin.emit('error', new Error('EIO'))
  expect(heard).toEqual(['input'])
})

it('leaves nothing that keeps a process alive when nobody reads on', () => {
  const { process, calls } = fakeProcess()
  const terminal = processTerminal(process)
  terminal.open({ onInput: () => undefined, onResize: () => undefined, onEnd: () => undefined })
  terminal.close()
  expect(calls).toEqual(['raw true', 'resume', 'raw false', 'pause'])
})

it('gives the keyboard back before it stops, and tells when it goes on', () => {
  const { process, emitter, calls } = fakeProcess()
  const terminal = processTerminal(process)
  let isBack = false
  terminal.open({ onInput: () => undefined, onResize: () => undefined, onEnd: () => undefined })
  terminal.suspend(() => (isBack = true))
  expect(calls.slice(-3)).toEqual(['raw false', 'pause', 'kill 0 SIGTSTP'])
  expect(isBack).toBe(false)
  emitter.emit('SIGCONT')
  expect(isBack).toBe(true)
})

it('puts the screen right when the process ends by a fault', () => {
  const { process, emitter, calls } = fakeProcess()
  processTerminal(process).open({
    onInput: () => undefined,
    onResize: () => undefined,
    onEnd: () => undefined,
  })
  emitter.emit('exit')
  expect(calls.at(-1)).toContain('\u001B[?1049l')
})
