import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** Seals the same lines as every other such process, and prints their nonces. */
const program = `
  import { readSealedLine, sealLine } from './sealed-line.ts'
  import { masterKeyOf } from './master-key.ts'
  const master = masterKeyOf(Buffer.alloc(32, 7))
  const nonces = Array.from({ length: Number(process.argv[2]) }, (_, n) => {
    const place = { kind: 'transcript', id: 'tr-1' }
    const { text } = sealLine(master, place, { w: 'ab', n, p: '' }, Buffer.from('{"v":1}'))
    return readSealedLine(Buffer.from(text))?.nonce ?? 'unreadable'
  })
  process.stdout.write(nonces.join('\\n') + '\\n')
`
const processes = 4
const each = 50_000

/** A million of them are sealed in the measurements, see bench/seal.ts. */
it('200,000 lines that four processes seal alike have 200,000 nonces', async () => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: resolve('src/seal'), loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
  })
  const script = outputFiles[0]?.text ?? ''
  const made = await Promise.all(Array.from({ length: processes }, () => noncesOf(script)))
  const nonces = new Set(made.flat())
  expect(made.map(({ length }) => length)).toEqual(Array.from({ length: processes }, () => each))
  expect(nonces.size).toBe(processes * each)
  expect([...nonces].filter((nonce) => Buffer.from(nonce, 'base64').length !== 12)).toEqual([])
}, 120_000)

async function noncesOf(script: string): Promise<string[]> {
  const child = spawn(process.execPath, ['-', String(each)], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(script)
  let output = ''
  child.stdout.setEncoding('latin1')
  for await (const piece of child.stdout as AsyncIterable<string>) output += piece
  return output.trimEnd().split('\n')
}
