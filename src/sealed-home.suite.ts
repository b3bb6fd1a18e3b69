import type { ChatCli } from './chatcli.ts'
import type { Disk } from './disk/disk.ts'
import { createSimulatedDisk, type SimulatedDisk } from './disk/simulated-disk.ts'
import { openChatCli } from './open-chatcli.ts'
import { homePaths } from './store/home-paths.ts'
import { compareHead, type HomeHead, headOf } from './store/sealed/home-head.ts'
import { homeDisk } from './store/sealed/home-disk.ts'
import { keysOf, root } from './store/sealed/sealed-home.suite.ts'
import { verifyHome } from './store/sealed/verify-home.ts'

export const start: number = Date.UTC(2026, 5, 1)

/** A home as a program with a key sees it. */
export interface OpenHome {
  readonly bare: SimulatedDisk
  /** What seals and opens. */
  readonly disk: Disk
  readonly chatcli: ChatCli
}

/** @param byte of its key */
export function openHome(bare: SimulatedDisk = createSimulatedDisk({ nowMs: start }), byte = 7): OpenHome {
  let time = start
  const now = (): number => (time += 1000)
  const disk = homeDisk(bare, { home: root, keys: keysOf(byte), now })
  return { bare, disk, chatcli: openChatCli({ home: root, disk, now, timeZone: 'UTC' }) }
}

/** Paths that a check names, with what it says. */
export function problemsIn({ bare, disk }: OpenHome, head?: HomeHead): string[] {
  const home = homePaths(root)
  const steps = verifyHome({ disk, bare, home, readData: true })
  for (;;) {
    const step = steps.next()
    if (step.done !== true) continue
    const all = [...step.value.findings, ...(head === undefined ? [] : compareHead(disk, home, head))]
    return all.map(({ path, problem }) => `${path} ${problem}`)
  }
}

export function headIn({ disk }: OpenHome): HomeHead {
  return headOf(disk, homePaths(root), '2026-06-01T00:00:00.000Z')
}
