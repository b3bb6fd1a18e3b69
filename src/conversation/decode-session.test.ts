import { describe, expect, it } from 'vitest'
import { ChatCliError } from '../errors.ts'
import { decodeSession } from './decode-session.ts'
import { encodeSession, snapshotHash } from './encode-session.ts'
import type { SessionFile } from './session-file.ts'

const hi = { role: 'user', content: 'hi' }
const texts = (file: SessionFile): string[] => file.chat_history.map(({ content }) => content)

function codeOf(text: string): string {
  try {
    decodeSession(text, 'x.json')
    return 'no error'
  } catch (error) {
    return error instanceof ChatCliError ? error.code : 'another error'
  }
}

describe('reading a session file', () => {
  it('takes a bare array, any version up to 2 and no version at all', () => {
    expect(texts(decodeSession(JSON.stringify([hi]), 'x'))).toEqual(['hi'])
    for (const version of [undefined, 0, 1, 2]) {
      expect(texts(decodeSession(JSON.stringify({ version, chat_history: [hi] }), 'x'))).toEqual(['hi'])
    }
    expect(texts(decodeSession('\ufeff[]', 'x'))).toEqual([])
    expect(texts(decodeSession('{"version":2,"chat_history":null,"agent_history":[]}', 'x'))).toEqual([])
  })

  it('merges four histories by time when every message has one', () => {
    const at = (minute: number, content: string) => ({
      role: 'user',
      content,
      created_at: `2026-01-01T00:0${minute}:00.000Z`,
    })
    const file = {
      version: 1,
      chat_history: [at(1, 'one'), at(4, 'four')],
      agent_history: [at(2, 'two')],
      coder_history: [at(3, 'three')],
    }
    expect(texts(decodeSession(JSON.stringify(file), 'x'))).toEqual(['one', 'two', 'three', 'four'])
  })

  it('merges undated histories in their order and drops repeated system prompts', () => {
    const prompt = { role: 'system', content: 'be brief' }
    const file = {
      chat_history: [prompt, hi],
      agent_history: [prompt, { role: 'user', content: 'agent' }],
      coder_history: [
        { role: 'user', content: 'coder' },
        { role: 'system', content: 'other' },
      ],
      shared_memory: [hi],
    }
    expect(texts(decodeSession(JSON.stringify(file), 'x'))).toEqual([
      'be brief',
      'hi',
      'agent',
      'coder',
      'other',
      'hi',
    ])
  })

  it('refuses a later version and names both', () => {
    expect(() => decodeSession('{"version":3,"chat_history":[]}', 'plan.json')).toThrow(
      /plan\.json.*version 3.*up to 2/,
    )
    expect(codeOf('{"version":3,"chat_history":[]}')).toBe('newer-version')
  })

  it('calls damaged what is no session, and says why', () => {
    const damaged = [
      '',
      'null',
      '"x"',
      '7',
      '{}',
      '{"version":"2","chat_history":[]}',
      '{"chat_history":{}}',
      '[7]',
    ]
    for (const text of [...damaged, '{"chat_history":[{"role":"user"}]}', '{"chat_history":[']) {
      expect(codeOf(text), text).toBe('damaged')
    }
  })

  it('keeps fields it does not know, through writing again', () => {
    const text = JSON.stringify({ version: 2, theme: { deep: [1] }, chat_history: [{ ...hi, mood: 'good' }] })
    const again = JSON.parse(encodeSession(decodeSession(text, 'x'))) as Record<string, unknown>
    expect(again).toMatchObject({ theme: { deep: [1] }, chat_history: [{ mood: 'good' }] })
  })

  it('keeps a field of ours in another shape as a field of another program, until there is one of ours', () => {
    const foreign = {
      title: 7,
      source: 'gotool',
      checkpoints: [{ label: 'a', hashes: ['h'] }],
      machine: 'yes',
    }
    const file = decodeSession(JSON.stringify({ version: 2, ...foreign, chat_history: [] }), 'x')
    expect(file).toEqual({ version: 2, chat_history: [], other: foreign })
    expect(JSON.parse(encodeSession(file))).toMatchObject(foreign)
    expect(JSON.parse(encodeSession({ ...file, title: 'Tides' }))).toMatchObject({
      ...foreign,
      title: 'Tides',
    })
  })

  it('is not fooled by prototype keys', () => {
    const file = decodeSession('{"__proto__":{"machine":true},"constructor":1,"chat_history":[]}', 'x')
    expect(file.machine).toBeUndefined()
    expect(({} as { machine?: boolean }).machine).toBeUndefined()
  })
})

describe('the snapshot hash', () => {
  const file: SessionFile = {
    version: 2,
    id: 'a',
    name: 'n',
    title: 't',
    chat_history: [hi],
    other: { kept: 1 },
  }

  it('survives writing and reading', () => {
    expect(snapshotHash(decodeSession(encodeSession(file), 'x'))).toBe(snapshotHash(file))
  })

  it('changes with every known field, and not with others', () => {
    expect(snapshotHash({ ...file, title: 'u' })).not.toBe(snapshotHash(file))
    expect(snapshotHash({ ...file, private: true })).not.toBe(snapshotHash(file))
    expect(snapshotHash({ ...file, chat_history: [{ ...hi, content: 'ho' }] })).not.toBe(snapshotHash(file))
    expect(snapshotHash({ ...file, other: {} })).toBe(snapshotHash(file))
  })
})
