import { describe, expect, it } from 'vitest'
import { readText } from '../disk/read-text.ts'
import { callsSession, chatHarness, toolResults } from './chat/chat-harness.suite.ts'
import { says } from '../agent/scripted-model.suite.ts'
import { secretParts, straddlingSecrets } from '../text/secrets/straddling-secrets.suite.ts'
import { runExport } from './run-export.ts'
import { runTool } from './run-tool.ts'
import { sampleContext, sampleMemory, type SampleMemory } from './sample-memory.suite.ts'

// Put together here, so that no scanner takes this file for a leak.
const secret = ['gh', 'p_', 'Zk3Qw8Rt5Yu2Io7Pa4Sd9Fg1Hj6Kl0Zx3Cv8'].join('')
const key = [
  '-----BEGIN',
  'PRIVATE KEY-----\nMIIEvQ4zT7kq9wIBADANBgkqhkiG9w0BAQEFAASC\n-----END',
  'PRIVATE KEY-----',
].join(' ')

function memory(): SampleMemory {
  const made = sampleMemory()
  made.chatcli.sessions.save('harbour', [
    { role: 'user', content: 'Which token opens the harbour gate?' },
    { role: 'tool', content: `harbour gate: ${secret} and ${key}`, tool_call_id: 'c1' },
    { role: 'assistant', content: 'The harbour gate opens now.' },
  ])
  return made
}

const context = (made: SampleMemory, mask?: string) =>
  sampleContext(made, {
    environment: {
      HOME: '/home',
      CHATCLI_HOME: '/home/chatcli',
      ...(mask === undefined ? {} : { CHATCLI_MASK_SECRETS: mask }),
    },
  })

describe('what a model elsewhere gets to see', () => {
  it.each([
    { isLocal: false, maskSecrets: true, isMasked: true },
    { isLocal: false, maskSecrets: false, isMasked: false },
    { isLocal: true, maskSecrets: true, isMasked: false },
  ])(
    'is masked: $isMasked, local $isLocal, setting $maskSecrets',
    async ({ isLocal, maskSecrets, isMasked }) => {
      const harness = await chatHarness({
        memory: memory(),
        isLocal,
        permission: 'once',
        settings: { maskSecrets },
        answers: [
          callsSession('search', { query: 'harbour gate' }),
          callsSession('get', { name: 'harbour' }),
          says('done'),
        ],
      })
      await harness.say('what opens the harbour gate?')
      const [search = '', page = ''] = toolResults(harness.chat.conversation.messages)
      for (const answer of [search, page]) {
        expect(answer.includes(secret)).toBe(!isMasked)
        expect(answer.includes('[secret: GitHub token]')).toBe(isMasked)
      }
      expect(page.includes('MIIEvQ4zT7kq9w')).toBe(!isMasked)
    },
  )

  it('has no part of a secret either where a text is cut', async () => {
    const made = sampleMemory()
    made.chatcli.sessions.save('harbour', straddlingSecrets)
    const harness = await chatHarness({
      memory: made,
      isLocal: false,
      permission: 'once',
      answers: [
        callsSession('search', { query: 'harbour gate', limit: 20 }),
        callsSession('get', { name: 'harbour', limit: 50 }),
        says('done'),
      ],
    })
    await harness.say('what opens the harbour gate?')
    const words = ['{"cmd":"search","args":{"query":"harbour gate","limit":20}}']
    const shown = JSON.stringify(runTool(context(made), { words, options: {} }))
    for (const text of [...toolResults(harness.chat.conversation.messages), shown]) {
      expect(text).toContain('harbour gate')
      for (const part of secretParts) expect(text).not.toContain(part)
    }
  })

  it('is what `tool session` shows, in text and in JSON', () => {
    const made = memory()
    const words = ['{"cmd":"get","args":{"name":"harbour"}}']
    const masked = JSON.stringify(runTool(context(made), { words, options: {} }))
    expect(masked).not.toContain(secret)
    expect(masked.split('[secret: GitHub token]')).toHaveLength(4)
    const whole = JSON.stringify(runTool(context(made, 'off'), { words, options: {} }))
    expect(whole.split(secret)).toHaveLength(4)
  })
})

describe('session export --mask-secrets', () => {
  it.each(['md', 'jsonl', 'sharegpt'])(
    'P83: leaves no secret in %s, and says how many there were',
    (format) => {
      const made = memory()
      const result = runExport(context(made), {
        words: ['harbour', format, '/desk/out'],
        options: { 'mask-secrets': true },
      })
      const text = readText(made.disk, '/desk/out')
      expect(text).not.toContain(secret)
      expect(text).not.toContain('MIIEvQ4zT7kq9w')
      expect(text).toContain('[secret: GitHub token]')
      expect(result.notes).toEqual(['2 secrets were masked in it.'])
      expect(result.json).toMatchObject({ masked: 2 })
      runExport(context(made), { words: ['harbour', format, '/desk/whole'], options: {} })
      expect(readText(made.disk, '/desk/whole')).toContain(secret)
    },
  )

  it('can be saved again', () => {
    const made = memory()
    const input = { words: ['harbour', 'jsonl', '-'], options: { 'mask-secrets': true } } as const
    const { text } = runExport(context(made), input)
    made.chatcli.sessions.save('again', text)
    const contents = made.chatcli.sessions.load('again').messages.map(({ content }) => content)
    expect(contents).toEqual([
      'Which token opens the harbour gate?',
      'harbour gate: [secret: GitHub token] and [secret: private key]',
      'The harbour gate opens now.',
    ])
  })
})
