import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { describe, expect, it } from 'vitest'

/** Appends 20 MB in 2,000 messages, then has another process read them with little memory. */
const program = `
import { openChatCli } from './src/index.ts'
const [home, step] = process.argv.slice(2)
const chatcli = openChatCli({ home })
if (step === 'write') {
  const live = chatcli.sessions.create()
  const message = (k) => ({ role: 'user', content: 'message ' + k + ' word'.repeat(2000) })
  for (let k = 0; k < 2000; k += 50) live.append(Array.from({ length: 50 }, (_, j) => message(k + j)))
  live.close()
} else {
  const name = chatcli.sessions.list().sessions[0].name
  const window = chatcli.sessions.load(name).messages.length
  const page = chatcli.page(name, { offset: 1990 }).messages.length
  const found = chatcli.search('"message 1777"').sessions[0].messages[0].position
  console.log(window, page, found)
}
`

describe('memory', () => {
  it('R88: a journal is listed, loaded, paged and searched within three times its size', () => {
    const folder = mkdtempSync(join(tmpdir(), 'memory-'))
    try {
      const { outputFiles } = buildSync({
        stdin: { contents: program, loader: 'ts', resolveDir: process.cwd() },
        bundle: true,
        platform: 'node',
        format: 'esm',
        write: false,
        logLevel: 'silent',
      })
      const file = join(folder, 'program.mjs')
      writeFileSync(file, outputFiles[0]?.text ?? '')
      const run = (step: string): string =>
        execFileSync(process.execPath, ['--max-old-space-size=60', file, join(folder, 'home'), step], {
          encoding: 'utf8',
        })
      run('write')
      expect(run('read').trim()).toBe('2000 10 1777')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
