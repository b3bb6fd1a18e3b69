import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { build } from 'esbuild'

/** Seals the same lines as every other such process, and writes their nonces, 12 bytes each. */
const program = `
  import { writeSync } from 'node:fs'
  import { readSealedLine, sealLine } from './sealed-line.ts'
  import { masterKeyOf } from './master-key.ts'
  const master = masterKeyOf(Buffer.alloc(32, 7))
  const place = { kind: 'transcript', id: 'tr-1' }
  const count = Number(process.argv[2])
  const line = Buffer.from('{"v":1}')
  const step = 1000
  const writeAll = (bytes) => {
    for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at)
  }
  for (let n = 0; n < count;) {
    const nonces = []
    for (const end = Math.min(count, n + step); n < end; n++) {
      const { text } = sealLine(master, place, { w: 'ab', n, p: '' }, line)
      nonces.push(Buffer.from(readSealedLine(Buffer.from(text))?.nonce ?? '', 'base64'))
    }
    writeAll(Buffer.concat(nonces))
  }
`

const nonceBytes = 12

/** Seals by one key in several processes at once. @returns how many nonces there are, and how many stand there again */
export async function sealMany(
  processes: number,
  each: number,
): Promise<{ readonly nonces: number; readonly repeats: number }> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: resolve('src/seal'), loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
  })
  const script = outputFiles[0]?.text ?? ''
  const made = await Promise.all(Array.from({ length: processes }, () => noncesOf(script, each)))
  const nonces = Buffer.concat(made)
  return { nonces: nonces.length / nonceBytes, repeats: repeatsIn(nonces) }
}

async function noncesOf(script: string, count: number): Promise<Buffer> {
  const child = spawn(process.execPath, ['-', String(count)], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(script)
  const pieces: Buffer[] = []
  for await (const piece of child.stdout as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The first 8 of 12 bytes are enough to tell 10^7 of them apart. */
function repeatsIn(nonces: Buffer): number {
  const heads = new BigUint64Array(nonces.length / nonceBytes)
  for (let i = 0; i < heads.length; i++) heads[i] = nonces.readBigUInt64LE(i * nonceBytes)
  heads.sort()
  let repeats = 0
  for (let i = 1; i < heads.length; i++) if (heads[i] === heads[i - 1]) repeats++
  return repeats
}
