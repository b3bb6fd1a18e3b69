import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'esbuild'

/** Milliseconds after which something that should have ended is given up. */
const longest = 120_000

/** Makes one file of the server with the suite's tools; returns its path, beside the packages that it wants. */
export async function bundleFixture(root) {
  const outfile = join(root, 'node_modules/.cache/interop/fixture-server.mjs')
  await build({
    entryPoints: [join(root, 'tools/interop/fixture-server.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
  })
  return outfile
}

/** Starts a server over HTTP, which says its address in its first lines, on either stream. */
export async function startServer(command, parameters, { environment }) {
  const child = spawn(command, parameters, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let text = ''
  let slow
  const url = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      text += chunk
      const found = /http:\/\/\S+/.exec(text)?.[0]
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    void ended.then(() => reject(new Error(`The server did not start: ${text}`)))
    slow = setTimeout(() => child.kill('SIGKILL'), longest)
  }).finally(() => clearTimeout(slow))
  const stop = async () => {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), longest)
    await ended
    clearTimeout(late)
  }
  return { url, stop }
}

/** Runs a program to its end. */
export async function run(command, parameters, { environment, cwd }) {
  const child = spawn(command, parameters, {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longest,
    killSignal: 'SIGKILL',
    ...(cwd === undefined ? {} : { cwd }),
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? signal))
  })
  return { code, out, err }
}

/** What a program prints. @throws Error when it does not end well */
export async function outputOf(command, parameters, options) {
  const { code, out, err } = await run(command, parameters, options)
  if (code !== 0) throw new Error(`${parameters.join(' ')} ended with ${code}: ${err.slice(0, 500)}`)
  return out
}
