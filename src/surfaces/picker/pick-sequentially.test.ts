import { describe, expect, it } from 'vitest'
import type { PickResult } from '../../commands/picker/pick-result.ts'
import { sampleContext, sampleMemory, said } from '../../commands/sample-memory.suite.ts'
import { textFor } from '../../text/text-for.ts'
import { pickSequentially } from './pick-sequentially.ts'

/** What is said and picked when a person types these lines. */
async function pick(
  query: string,
  typed: readonly string[],
  { language = 'en', columns }: { readonly language?: 'en' | 'pt-BR'; readonly columns?: number } = {},
): Promise<{ readonly out: string; readonly picked: PickResult | undefined }> {
  const memory = sampleMemory()
  for (let i = 0; i < 12; i++) memory.chatcli.sessions.save(`more-${i}`, [said('user', `Extra ${i}`, 1)])
  const lines = [...typed]
  let out = ''
  const picked = await pickSequentially(query, {
    context: sampleContext(memory, { text: textFor(language), columns }),
    read: async () => lines.shift(),
    out: (text) => (out += text),
  })
  return { out, picked }
}

describe('pickSequentially', () => {
  it('lists the newest, ten at a time, and takes a number', async () => {
    const { out, picked } = await pick('', ['+', '2'])
    expect(out).toContain('Newest sessions:\n1. tide-notes — Tides (25 messages, 2026-03-20)\n2. proj-acme')
    expect(out).toContain('… and 4 more: +\n11. ')
    expect(picked).toEqual({ action: 'resume', name: 'proj-acme' })
  })

  it('finds, with the sentences, and opens at the best', async () => {
    const { out, picked } = await pick('', ['limiter', '1'])
    expect(out).toContain('Sessions for "limiter":\n1. proj-acme — Gateway of ACME (2 matches, ')
    expect(out).toContain('   assistant: We used a token bucket for the rate limiter\n')
    expect(picked).toMatchObject({ name: 'proj-acme', message: 2 })
  })

  it('says when nothing is found, helps, and knows its numbers', async () => {
    const { out, picked } = await pick('zzzzqqqq', ['?', '7', '/1000', '9', ''])
    expect(out).toContain('Nothing found for "zzzzqqqq".')
    expect(out).toContain('A number opens that session at the match.')
    expect(out).toContain('There is no 7.')
    expect(out).toContain('Sessions for "1000":\n1. proj-acme')
    expect(out).toContain('There is no 9: give 1 to 1.')
    expect(picked).toBeUndefined()
  })

  it('ends with the input', async () => {
    expect((await pick('', [])).picked).toBeUndefined()
  })

  it('speaks Portuguese, and keeps to the width of a terminal', async () => {
    const { out } = await pick('limiter', [], { language: 'pt-BR', columns: 40 })
    expect(out).toContain('Sessões para "limiter":')
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(40)
  })
})
