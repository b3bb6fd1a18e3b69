import { describe, expect, it } from 'vitest'
import { writeDurably } from '../disk/write-durably.ts'
import type { CommandInput } from './command.ts'
import { runDelete } from './run-delete.ts'
import { runRestore } from './run-restore.ts'
import { sampleContext, sampleMemory } from './sample-memory.suite.ts'

describe('session delete', () => {
  it('moves a session to the trash, from where it can be restored', async () => {
    const memory = sampleMemory()
    const context = sampleContext(memory)
    const result = await runDelete(context, { words: ['proj-acme'], options: {} })
    expect(result.text).toContain('chatcli session restore proj-acme')
    expect(result.json).toMatchObject({ name: 'proj-acme', purged: false, dryRun: false })
    expect(memory.chatcli.sessions.exists('proj-acme')).toBe(false)
    const trash = runRestore(context, { words: [], options: {} })
    expect(trash.text).toMatch(/^In the trash:\n\n {2}proj-acme {2}2026-04-01/)
    const restored = runRestore(context, { words: ['proj-acme'], options: { as: 'gateway' } })
    expect(restored.text).toBe('Session "gateway" restored from the trash.')
    expect(memory.chatcli.sessions.load('gateway').messages).toHaveLength(4)
  })

  it.each([true, undefined] as const)('does nothing with --dry-run (purge: %s)', async (purge) => {
    const memory = sampleMemory()
    const options = { 'dry-run': true, purge, yes: true } as const
    const result = await runDelete(sampleContext(memory), { words: ['proj-acme'], options })
    expect(result.text).toContain('Nothing was changed.')
    expect(result.json).toMatchObject({ dryRun: true, entry: null })
    expect(memory.chatcli.sessions.exists('proj-acme')).toBe(true)
    await expect(runDelete(sampleContext(memory), { words: ['nothing'], options })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  it('bug: a session that cannot be read was said not to be there', async () => {
    const memory = sampleMemory()
    const bytes = new TextEncoder().encode('{"version":2,"chat_hist')
    const randomName = (): string => 'temporary'
    writeDurably(memory.disk, '/home/chatcli/sessions/half.json', bytes, { replace: false, randomName })
    const purge = (options: CommandInput['options'], context = sampleContext(memory)) =>
      runDelete(context, { words: ['half'], options: { purge: true, ...options } })
    expect((await purge({ 'dry-run': true })).text).toContain('would be deleted for good')
    expect(memory.chatcli.sessions.exists('half')).toBe(true)
    await purge({}, sampleContext(memory, { ask: async () => 'y' }))
    expect(memory.chatcli.sessions.exists('half')).toBe(false)
  })

  it.each([
    ['nobody is there to ask', undefined],
    ['the answer is no', 'n'],
    ['there is no answer', ''],
  ])('does not delete for good when %s', async (_what, answer) => {
    const memory = sampleMemory()
    const ask = answer === undefined ? undefined : async () => answer
    const context = sampleContext(memory, { ask })
    const deleted = runDelete(context, { words: ['proj-acme'], options: { purge: true } })
    await expect(deleted).rejects.toMatchObject({ code: 'refused' })
    expect(memory.chatcli.sessions.exists('proj-acme')).toBe(true)
  })

  it.each([
    ['the answer is yes', 'y', {}],
    ['it was said before', undefined, { yes: true }],
  ] as const)('deletes for good when %s', async (_what, answer, options) => {
    const memory = sampleMemory()
    const questions: string[] = []
    const ask = async (question: string): Promise<string> => {
      questions.push(question)
      return answer ?? 'n'
    }
    await runDelete(sampleContext(memory, { ask }), {
      words: ['proj-acme'],
      options: { purge: true, ...options },
    })
    expect(questions).toHaveLength(answer === undefined ? 0 : 1)
    expect(memory.chatcli.sessions.exists('proj-acme')).toBe(false)
    expect(memory.chatcli.sessions.trash()).toEqual([])
  })
})
