import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { Lab } from './experiment.ts'

export interface PeerWriter {
  readonly name: string
  /** Replaces a file; returns when it tells that it did. */
  readonly write: (path: string, text: string) => Promise<void> | void
}

/** Other ways to replace a file, as far as they can be installed. */
export async function peerWriters(lab: Lab): Promise<readonly PeerWriter[]> {
  install(lab)
  const peers: PeerWriter[] = [{ name: 'fs.writeFileSync', write: (path, text) => writeFileSync(path, text) }]
  const require = createRequire(resolve('torture/package.json'))
  try {
    const writeFileAtomic = require('write-file-atomic') as {
      readonly sync: (path: string, text: string) => void
    }
    peers.push({ name: 'write-file-atomic 8.0.0', write: (path, text) => writeFileAtomic.sync(path, text) })
    const { writeFileSync: atomically } = (await import(require.resolve('atomically'))) as {
      readonly writeFileSync: (path: string, text: string) => void
    }
    peers.push({ name: 'atomically 2.1.1', write: (path, text) => atomically(path, text) })
  } catch (error) {
    lab.say(`without all peers: ${error instanceof Error ? error.message : String(error)}`)
  }
  return peers
}

function install(lab: Lab): void {
  if (existsSync(join('torture', 'node_modules', 'atomically'))) return
  lab.say('installing what it is compared with')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  spawnSync(npm, ['install', '--no-audit', '--no-fund', '--no-package-lock', '--prefix', 'torture'], {
    stdio: 'ignore',
  })
}
