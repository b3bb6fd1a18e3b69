import { type DriverOptions, startDriver } from './driver-process.ts'
import type { Told } from './driver.ts'

export interface AskedDriver {
  /** Runs one command to its end, and gives what was told meanwhile. */
  readonly ask: (command: string) => Promise<readonly Told[]>
  /** Ends the process in peace. */
  readonly leave: () => Promise<void>
}

/** A driver that is asked one thing at a time. */
export function askDriver(options: DriverOptions): AskedDriver {
  let told: Told[] = []
  let waiting: { readonly command: string; readonly resolve: (told: readonly Told[]) => void } | undefined
  const driver = startDriver({
    ...options,
    onTold(line) {
      options.onTold(line)
      told.push(line)
      if (line.on !== 'done' || line.line !== waiting?.command) return
      waiting.resolve(told)
      told = []
    },
  })
  const failed = driver.ended.then((complaint): never => {
    throw new Error(`a driver ended: ${complaint}`)
  })
  failed.catch(() => {})
  const ask = (command: string): Promise<readonly Told[]> => {
    const done = new Promise<readonly Told[]>((resolve) => (waiting = { command, resolve }))
    driver.send(command)
    return Promise.race([done, failed])
  }
  return {
    ask,
    async leave() {
      driver.send('leave')
      const complaint = await driver.ended
      if (complaint !== '') throw new Error(complaint)
    },
  }
}
