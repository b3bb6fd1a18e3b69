import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { type FakeModelServer, startFakeModelServer } from './fake-model-server.ts'

async function withServer(check: (server: FakeModelServer) => Promise<void>): Promise<void> {
  const server = await startFakeModelServer()
  try {
    await check(server)
  } finally {
    await server.close()
  }
}

async function ask(server: FakeModelServer, messages: readonly object[]): Promise<string> {
  const body = JSON.stringify({ model: 'fake-model', stream: true, messages })
  const response = await fetch(`${server.url}/chat/completions`, { method: 'POST', body })
  return response.text()
}

describe('startFakeModelServer', () => {
  it('echoes without a script', () =>
    withServer(async (server) => {
      const answer = await ask(server, [{ role: 'user', content: 'hello there' }])
      expect(answer).toContain('"content":"hello "')
      expect(answer).toContain('"content":"there"')
      expect(answer.endsWith('data: [DONE]\n\n')).toBe(true)
    }))

  it('calls a tool when asked to, and tells what it said', () =>
    withServer(async (server) => {
      const answer = await ask(server, [{ role: 'user', content: 'CALL recall {"query":"cache"} please' }])
      expect(answer).toContain('"name":"recall"')
      expect(answer).toContain('"finish_reason":"tool_calls"')
      expect(await ask(server, [{ role: 'tool', content: 'nothing' }])).toContain('"content":"nothing"')
    }))

  it('follows its script and records what it was asked', () =>
    withServer(async (server) => {
      server.say({ text: 'first' }, ({ body }) => ({ text: `model ${String(body['model'])}` }))
      expect(await ask(server, [])).toContain('"content":"first"')
      expect(await ask(server, [])).toContain('"content":"fake-model"')
      expect(server.requests.map(({ path }) => path)).toEqual([
        '/v1/chat/completions',
        '/v1/chat/completions',
      ])
    }))

  it('runs as a process of its own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chatcli-fake-model-'))
    const entry = fileURLToPath(new URL('./fake-model-server-process.ts', import.meta.url))
    const outfile = join(folder, 'server.mjs')
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
    })
    const child = spawn(process.execPath, [outfile], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const [line] = (await once(child.stdout, 'data')) as [Buffer]
      const body = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }] })
      const response = await fetch(`${line.toString().trim()}/chat/completions`, { method: 'POST', body })
      expect(await response.text()).toContain('"content":"hello"')
    } finally {
      child.kill()
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    }
  })
})
