import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChatCli } from '../../open-chatcli.ts'
import { said } from '../sample-memory.suite.ts'
import type { PickerMemory } from './picker-memory.ts'
import { workerMemory } from './worker-memory.ts'

const never = (): never => {
  throw new Error('the thread did not answer')
}
const noFallback: PickerMemory = {
  list: never,
  trash: never,
  search: never,
  preview: never,
  close: () => undefined,
}

it('needs code that is built', () => {
  const options = { home: '/nowhere', timeZone: undefined, transcripts: true }
  expect(workerMemory(options, () => undefined, noFallback)).toBe(noFallback)
})

describe('workerMemory, built', () => {
  let place = ''
  let built: typeof workerMemory

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'chatcli-thread-'))
    await build({
      entryPoints: { main: join(import.meta.dirname, 'worker-memory.ts') },
      outdir: join(place, 'dist'),
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'error',
    })
    writeFileSync(join(place, 'package.json'), '{"type":"module"}')
    expect(readdirSync(join(place, 'dist'))).toContain('main.js')
    const code = (await import(/* @vite-ignore */ pathToFileURL(join(place, 'dist/main.js')).href)) as {
      readonly workerMemory: typeof workerMemory
    }
    built = code.workerMemory
    const { sessions } = openChatCli({ home: join(place, 'home') })
    sessions.save('proj-acme', [said('user', 'How?', 1), said('assistant', 'With a token bucket.', 2)])
  })
  afterAll(() => rmSync(place, { recursive: true, force: true }))

  it('reads in a thread: lists, finds, shows, and tells what a person can get wrong', async () => {
    const options = { home: join(place, 'home'), timeZone: 'UTC', transcripts: true }
    const memory = built(options, () => undefined, noFallback)
    const [list, trash, found, preview] = await Promise.all([
      memory.list(),
      memory.trash(),
      memory.search('token buck', 10),
      memory.preview('proj-acme', 'token', undefined),
    ])
    expect(list.sessions.map(({ name }) => name)).toEqual(['proj-acme'])
    expect(trash).toEqual([])
    expect(found.sessions[0]?.messages[0]?.position).toBe(1)
    expect(preview.position).toBe(1)
    await expect(memory.preview('gone', '', undefined)).rejects.toMatchObject({ code: 'not-found' })
    memory.close()
  })

  it('falls back when the thread breaks down', async () => {
    writeFileSync(join(place, 'bad-home'), '')
    const options = { home: join(place, 'bad-home/home'), timeZone: 'UTC', transcripts: true }
    const fallback: PickerMemory = { ...noFallback, trash: () => Promise.resolve([]) }
    const broken = built({ ...options, home: undefined as unknown as string }, () => undefined, fallback)
    expect(await broken.trash()).toEqual([])
    expect(await broken.trash()).toEqual([])
    broken.close()
  })
})
