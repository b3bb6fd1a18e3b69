import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Installs what search is compared with, once; without it the bench says which peer is missing. */
export function installPeers(): void {
  if (existsSync(join('bench', 'node_modules', 'better-sqlite3', 'build', 'Release'))) return
  process.stderr.write('Installing the peers of the bench (SQLite is compiled: a few minutes) …\n')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  spawnSync(npm, ['install', '--no-audit', '--no-fund', '--no-package-lock', '--prefix', 'bench'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
