import { describe, expect, it } from 'vitest'
import { runExport } from '../../src/commands/run-export.ts'
import { runTool } from '../../src/commands/run-tool.ts'
import { sampleContext, sampleMemory, type SampleMemory } from '../../src/commands/sample-memory.suite.ts'

// Put together here, so that no scanner takes this file for a leak.
const body = 'Zk3Qw8Rt5Yu2Io7Pa4Sd9Fg1Hj6Kl0Zx3Cv8'
const secrets: readonly (readonly [kind: RegExp, text: string, secret: string])[] = [
  [/\[secret: Anthropic key\]/, '%', ['sk-', 'ant-', 'api03-', body, body].join('')],
  [/\[secret: AWS access key\]/, '%', ['AK', 'IA', 'Z3Q7W2R5Y4U6I7OP'].join('')],
  [
    /\[secret: private key\]/,
    '%',
    [['-----BEGIN', 'PRIVATE KEY-----'].join(' '), body, ['-----END', 'PRIVATE KEY-----'].join(' ')].join(
      '\n',
    ),
  ],
  [/\[secret: [^\]]*password[^\]]*\]/, 'postgres://tide:%@db.example/sea', 'k7Qw9Zr2Lp4x'],
  [/\[secret: [^\]]+\]/, 'Authorization: Bearer %', `${body}x9`],
]

function ask(memory: SampleMemory, cmd: string, args: object): string {
  return JSON.stringify(
    runTool(sampleContext(memory), { words: [JSON.stringify({ cmd, args })], options: {} }),
  )
}

describe('secrets', () => {
  it.each(secrets)(
    'P83: what a tool gave leaves no secret in answers and exports: %s',
    (kind, text, secret) => {
      const memory = sampleMemory()
      memory.chatcli.sessions.save('harbour', [
        { role: 'user', content: 'What is in the environment?' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'c1', name: 'run', arguments: { command: 'env' } }],
        },
        { role: 'tool', content: `walrus: ${text.replace('%', secret)} behind`, tool_call_id: 'c1' },
      ])
      const leaving = [ask(memory, 'search', { query: 'walrus' }), ask(memory, 'get', { name: 'harbour' })]
      for (const format of ['md', 'jsonl', 'sharegpt']) {
        const input = { words: ['harbour', format, '-'], options: { 'mask-secrets': true } } as const
        leaving.push(runExport(sampleContext(memory), input).text)
      }
      for (const shown of leaving) {
        expect(shown).toContain('walrus')
        expect(shown).toMatch(kind)
        for (const line of secret.split('\n').filter((each) => !each.startsWith('---')))
          expect(shown).not.toContain(line)
      }
      const stored = memory.chatcli.sessions.load('harbour').messages.at(-1)?.content
      expect(stored).toContain(secret)
    },
  )

  it('P85: a secret that came after the first index is masked too', () => {
    const memory = sampleMemory()
    const { chatcli } = memory
    chatcli.sessions.save('harbour', [{ role: 'user', content: 'A walrus.' }])
    expect(ask(memory, 'search', { query: 'walrus' })).toContain('harbour')
    const [, , secret] = secrets[0] ?? ['', '', '']
    const live = chatcli.sessions.open('harbour')
    live.append([{ role: 'assistant', content: `The walrus says ${secret}` }])
    live.save()
    live.close()
    for (const shown of [
      ask(memory, 'search', { query: '"walrus says"' }),
      ask(memory, 'get', { name: 'harbour', query: 'walrus' }),
      ask(memory, 'search', { query: secret }),
    ]) {
      expect(shown).toContain('walrus says')
      expect(shown).not.toContain(secret)
    }
  })
})
