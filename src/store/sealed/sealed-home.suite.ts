import { join } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import { readWholeFile } from '../../disk/read-file.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../../disk/simulated-disk.ts'
import { type Keyring, parseKeyring } from '../../seal/keyring.ts'
import { homePaths } from '../home-paths.ts'
import { type StoreContext, testContext } from '../store-context.ts'
import { sealingDisk } from './sealing-disk.ts'

export const root = '/home/chatcli'

/** A key in base64, of 32 equal bytes. */
export function keyText(byte: number): string {
  return Buffer.alloc(32, byte).toString('base64')
}

export function keysOf(byte: number | undefined, ...previous: readonly number[]): Keyring {
  return parseKeyring({
    key: byte === undefined ? undefined : keyText(byte),
    previous: previous.map(keyText),
  })
}

/** A home on a simulated disk, and processes with one key or another. */
export interface SealedHome {
  readonly disk: SimulatedDisk
  /** @param byte of its key; undefined: without one */
  context(byte: number | undefined, ...previous: readonly number[]): StoreContext
}

export function sealedHome(
  disk: SimulatedDisk = createSimulatedDisk({ nowMs: Date.UTC(2026, 5, 1) }),
): SealedHome {
  let names = 0
  let ids = 0
  return {
    disk,
    context(byte, ...previous) {
      const sealed = sealingDisk({
        disk,
        home: homePaths(root),
        keys: keysOf(byte, ...previous),
        now: () => Date.UTC(2026, 5, 1),
        randomName: () => `name${(++names).toString().padStart(12, '0')}`,
      })
      return testContext(sealed, { randomHex: (digits) => (++ids).toString(16).padStart(digits, '0') })
    },
  }
}

/** Every file of the home as it stands, by its path under it. */
export function filesIn(disk: Disk, folder: string = root): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  for (const name of disk.list(folder)) {
    const path = join(folder, name)
    if (disk.stat(path)?.kind === 'folder')
      for (const [file, bytes] of filesIn(disk, path)) found.set(file, bytes)
    else found.set(path.slice(root.length + 1), Buffer.from(readWholeFile(disk, path)))
  }
  return found
}

/** The files that hold a text, in the bytes they have on the disk. */
export function filesWith(disk: Disk, text: string): string[] {
  return [...filesIn(disk)].filter(([, bytes]) => bytes.includes(text)).map(([path]) => path)
}
