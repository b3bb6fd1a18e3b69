import { describe, expect, it } from 'vitest'
import { ChatCliError } from '../../errors.ts'
import { readSettings } from '../../settings.ts'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { openChatCli } from '../../open-chatcli.ts'
import { said, sampleContext, sampleMemory, type SampleMemory } from '../sample-memory.suite.ts'
import { resumePick } from './resume-pick.ts'

const environment = { HOME: '/home', CHATCLI_HOME: '/home/chatcli' }

async function resume(words: readonly string[], { isList = false, memory = sampleMemory() } = {}) {
  const asked: string[] = []
  const request = {
    options: {},
    format: 'text',
    isNamed: true,
    settings: readSettings(environment, undefined),
    context: sampleContext(memory),
    open: async () => memory.chatcli,
  } as const
  const { picked, lines } = await resumePick(request, { words, isList }, async (query) => {
    asked.push(query)
    return { action: 'resume', name: 'tide-notes', message: 4 }
  })
  return { picked, text: lines.join('\n'), asked }
}

describe('resumePick', () => {
  it('goes straight in when one session is clearly ahead, and says how to get the list', async () => {
    const { picked, text, asked } = await resume(['token', 'bucket'])
    expect(picked?.name).toBe('proj-acme')
    expect(asked).toEqual([])
    expect(text).toContain('Going on with "proj-acme". The list of others: chatcli resume -i WORDS')
    expect(text).toContain('[2] assistant: We used a token bucket for the rate limiter')
  })

  it('goes straight into a session by its name', async () => {
    const { picked, text } = await resume(['tide-notes'])
    expect(picked).toEqual({ action: 'resume', name: 'tide-notes' })
    expect(text).toBe('Going on with "tide-notes".\n')
  })

  it('lets the person choose otherwise, and shows the page around the message', async () => {
    expect((await resume(['token', 'bucket'], { isList: true })).asked).toEqual(['token bucket'])
    const { picked, text, asked } = await resume([])
    expect(asked).toEqual([''])
    expect(picked?.name).toBe('tide-notes')
    expect(text).toContain('tide-notes: messages 1–7 of 25')
    expect(text).toContain('[4] user: High water at pier 4')
  })

  it('says when there is no session at all', async () => {
    const disk = createSimulatedDisk()
    disk.makeFolder('/home')
    const chatcli = openChatCli({ home: '/home/chatcli', disk })
    const memory: SampleMemory = { disk, chatcli, now: () => 0 }
    await expect(resume([], { memory })).rejects.toThrow(ChatCliError)
    await expect(resume(['x'], { memory })).rejects.toMatchObject({ code: 'not-found' })
    chatcli.sessions.save('tide-notes', [said('user', 'hello', 1)])
    expect((await resume([], { memory: { ...memory } })).asked).toEqual([''])
  })
})
