import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createRealDisk } from '../disk/real-disk.ts'
import type { Disk } from '../disk/disk.ts'
import type { ImportMachine } from './importer.ts'

/** A person's folder that holds what other programs left. */
export interface SampleMachine extends ImportMachine {
  /** Absolute path of a file below the folder. */
  path(name: string): string
  remove(): void
}

/** The folder of samples that lies beside the checkout, when it is there. */
export function sharedSample(name: string): string | undefined {
  const folder = resolve('../shared/samples', name)
  return fs.existsSync(folder) ? folder : undefined
}

/** The small samples of this repository. */
export function ownSample(name: string): string {
  return resolve('samples/importers', name)
}

/**
 * A machine with a folder of its own, on a disk that refuses every change.
 *
 * @param places what is copied to where below the person's folder: `{ '.claude': ownSample('claude-code') }`
 */
export function sampleMachine(
  places: Readonly<Record<string, string>>,
  more: Partial<Pick<ImportMachine, 'environment' | 'platform' | 'now'>> = {},
): SampleMachine {
  const folder = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'chatcli-import-'))
  for (const [to, from] of Object.entries(places)) {
    fs.cpSync(from, join(folder, to), { recursive: true })
    makeWritable(join(folder, to))
  }
  return {
    disk: readOnly(createRealDisk()),
    folder,
    environment: {},
    platform: 'linux',
    now: () => Date.now() + 3_600_000,
    ...more,
    path: (name) => join(folder, name),
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  }
}

/** Any call that changes something is a fault of the importer. */
function readOnly(disk: Disk): Disk {
  const refuse = (): never => {
    throw new Error('an importer wrote to foreign data')
  }
  return {
    ...disk,
    openAppend: refuse,
    createExclusive: refuse,
    write: refuse,
    chmodOpen: refuse,
    rename: refuse,
    link: refuse,
    unlink: refuse,
    makeFolder: refuse,
    removeFolder: refuse,
  }
}

function makeWritable(path: string): void {
  const isFolder = fs.statSync(path).isDirectory()
  fs.chmodSync(path, isFolder ? 0o700 : 0o600)
  if (isFolder) for (const name of fs.readdirSync(path)) makeWritable(join(path, name))
}
