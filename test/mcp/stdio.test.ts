import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeModelServer } from '../fake-model-server.ts'
import { callOf, hello, type Json, type McpBuild, mcpBuild } from './mcp-process.suite.ts'

let program: McpBuild

beforeAll(async () => {
  // A package that talks while it is loaded, and one that talks while it works.
  program = await mcpBuild([
    [
      'surfaces/mcp/tools/session-search.ts',
      'async function search(asked: Asked, call: ToolCall): Promise<ToolAnswer> {\n',
      `console.log('loaded a chatty package')
       process.stdout.write('{"jsonrpc":"2.0","id":"forged","result":{}}\\n')
       async function search(asked: Asked, call: ToolCall): Promise<ToolAnswer> {
         console.log('debug: searching'); console.info({ deep: [1] }); process.stdout.write('no newline')
      `,
    ],
  ])
})
afterAll(() => program.close())

const jsonOf = (answer: Json): Json =>
  JSON.parse(((answer['result'] as Json)['content'] as { text: string }[])[0]?.text ?? '') as Json
const everyFile = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(folder, name)).isFile())
        .map((name) => `${name}:${readFileSync(join(folder, name), 'base64')}`)
    : []

describe('chatcli mcp-server', () => {
  it('P92: writes nothing but the protocol to standard output, whatever its packages do', async () => {
    const server = program.start()
    server.send(...hello, callOf(1, 'session_search', { query: 'walrus' }))
    await server.answer(1)
    server.child.stdin?.end()
    expect(await server.ended).toBe(0)
    const ids = server
      .out()
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as Json)['id'])
    expect(ids).toEqual(['hello', 1])
    expect(server.err()).toContain('loaded a chatty package')
    expect(server.err()).toContain('debug: searching')
  })

  it('answers what was asked before its input ended, a thousand calls at once', async () => {
    const server = program.start()
    const calls = Array.from({ length: 1000 }, (_, i) =>
      i % 3 === 0
        ? callOf(i, 'session_search', { query: `walrus ${i}` })
        : i % 3 === 1
          ? callOf(i, 'append', {
              messages: [{ id: `m${i}`, role: 'user', content: `The walrus said ${i}` }],
            })
          : callOf(i, 'session_list', {}),
    )
    server.send(...hello, ...calls)
    server.child.stdin?.end()
    expect(await server.ended).toBe(0)
    const answers = server
      .out()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Json)
    expect(answers.filter(({ id }) => id !== undefined)).toHaveLength(1001)
    expect(new Set(answers.flatMap(({ id }) => id ?? [])).size).toBe(1001)
    expect(
      answers.filter((one) => 'error' in one || (one['result'] as Json | undefined)?.['isError'] === true),
    ).toEqual([])
    const again = program.start()
    again.send(...hello, callOf(1, 'session_search', { query: 'walrus said' }))
    expect(jsonOf(await again.answer(1))).toMatchObject({ total: 1, sessions: [{ matches: 333 }] })
    again.child.stdin?.end()
    await again.ended
  })

  it('ends by a signal in the middle of a turn, and keeps what was said', async () => {
    const model = await startFakeModelServer({ replies: [{ text: 'Never', variant: 'stalled' }] })
    const server = program.start({
      CHATCLI_PROVIDER: 'openai',
      CHATCLI_MODEL: 'fake-model',
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: model.url,
    })
    server.send(...hello, callOf(1, 'chat', { message: 'Where does the narwhal sleep?' }))
    while (model.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await model.close()
    expect(await program.run(['search', 'narwhal'])).toContain('narwhal')
  })

  it('does not wait for an answer that can never come', async () => {
    await program.run(['session', 'save', 'gone', '--from', '-'])
    const server = program.start()
    server.send(...hello, callOf(0, 'append', { messages: [{ id: 'a', role: 'user', content: 'Seal' }] }))
    const { conversation } = jsonOf(await server.answer(0)) as { conversation: string }
    server.send(callOf(1, 'session_clear', { conversation }))
    server.child.stdin?.end()
    expect(await server.ended).toBe(0)
    expect(((await server.answer(1))['result'] as Json)['isError']).toBe(true)
  })

  it('without the key of a sealed home says so, and writes nothing', async () => {
    const key = Buffer.alloc(32, 7).toString('base64')
    const sealed = { CHATCLI_HOME: join(program.root, 'sealed') }
    const writer = program.start({ ...sealed, CHATCLI_ENCRYPTION_KEY: key })
    writer.send(
      ...hello,
      callOf(1, 'append', { messages: [{ id: 'a', role: 'user', content: 'A secret seal' }] }),
    )
    expect(jsonOf(await writer.answer(1))).toMatchObject({ added: 1 })
    writer.child.stdin?.end()
    await writer.ended
    const before = everyFile(sealed.CHATCLI_HOME)
    expect(before.length).toBeGreaterThan(1)
    const server = program.start(sealed)
    const message = { id: 'b', role: 'user', content: 'in the clear' }
    server.send(
      ...hello,
      callOf(1, 'session_search', { query: 'seal' }),
      callOf(2, 'append', { messages: [message] }),
      callOf(3, 'session_list'),
      { jsonrpc: '2.0', id: 4, method: 'resources/list', params: {} },
    )
    for (const id of [1, 2, 3])
      expect(jsonOf(await server.answer(id))).toMatchObject({
        error: { code: 'key', hint: expect.stringContaining('CHATCLI_ENCRYPTION_KEY') },
      })
    expect(await server.answer(4)).toMatchObject({ error: { data: { code: 'key' } } })
    server.child.stdin?.end()
    await server.ended
    expect(everyFile(sealed.CHATCLI_HOME)).toEqual(before)
  })

  it('tells the client what is wrong with the settings', async () => {
    const server = program.start({ CHATCLI_TIMEOUT: 'soon' })
    server.send(...hello, callOf(1, 'session_list'))
    expect(jsonOf(await server.answer(1))).toMatchObject({ error: { code: 'usage' } })
    server.child.stdin?.end()
    expect(await server.ended).toBe(0)
  })
})
