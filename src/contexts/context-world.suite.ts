import { dirname } from 'node:path'
import { makeFolderDurably } from '../disk/make-folder-durably.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../disk/simulated-disk.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { type StoreContext, testContext } from '../store/store-context.ts'
import type { ContextsApi } from './contexts-api.ts'
import { openContexts } from './open-contexts.ts'

export interface ContextWorld {
  readonly disk: SimulatedDisk
  readonly context: StoreContext
  readonly contexts: ContextsApi
  /** Another process on the same files. */
  readonly another: () => ContextsApi
}

let names = 0

/** Puts files there, in the place of those there are; each gets a time of its own. */
export function putFiles(disk: SimulatedDisk, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    makeFolderDurably(disk, dirname(path))
    writeDurably(disk, path, Buffer.from(content), {
      replace: true,
      randomName: () => `world-${names++}-file`,
    })
  }
}

/** An empty home, and some files beside it. */
export function contextWorld(files: Readonly<Record<string, string | Uint8Array>> = {}): ContextWorld {
  const disk = createSimulatedDisk()
  makeFolderDurably(disk, '/home/chatcli')
  putFiles(disk, files)
  const context = testContext(disk)
  const another = (): ContextsApi =>
    openContexts(testContext(disk.anotherProcess(), { randomHex: otherHex() }))
  return { disk, context, contexts: openContexts(context), another }
}

function otherHex(): (digits: number) => string {
  let count = 0xa000
  return (digits) => (++count).toString(16).padStart(digits, '0')
}
