import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Runs `npm ci` when what is installed is not what the lock file says. */
export function installIfNeeded() {
  if (isInstalled()) return
  console.error('Installing dependencies …')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { stdio: ['ignore', 2, 2] })
}

/** Runs a command on this terminal; a failure ends this process with the same code. */
export function run(command, parameters, options = {}) {
  // Only npm needs a shell, on Windows, where it is a batch file.
  const shell = process.platform === 'win32' && command === 'npm'
  const { status, error } = spawnSync(command, parameters, { stdio: 'inherit', shell, ...options })
  if (error) console.error(`${command}: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

function isInstalled() {
  try {
    const wanted = packagesOf('package-lock.json')
    const installed = packagesOf('node_modules/.package-lock.json')
    return Object.entries(wanted).every(
      ([path, { integrity, optional }]) =>
        path === '' || optional || installed[path]?.integrity === integrity,
    )
  } catch {
    return false
  }
}

function packagesOf(lock) {
  return JSON.parse(readFileSync(lock, 'utf8')).packages
}
