import { describe, expect, it } from 'vitest'
import { says } from '../../agent/scripted-model.suite.ts'
import type { ChatCli } from '../../chatcli.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { textFor } from '../../text/text-for.ts'
import { chatHarness, type ChatHarness, type ChatHarnessOptions } from './chat-harness.suite.ts'
import { chatWords } from './chat-words.ts'
import { runSlash } from './run-slash.ts'

const names = ({ sessions }: ChatCli): string[] =>
  sessions.list({ sort: 'name' }).sessions.map(({ name }) => name)
const autosaved = expect.stringMatching(/^autosave-\d{8}-\d{6}$/) as string

/** A chat in which two things were said already. */
async function begun(options: ChatHarnessOptions = {}): Promise<ChatHarness> {
  const harness = await chatHarness({ answers: [says('At noon.'), says('Yes.')], ...options })
  await harness.say('When is high tide?')
  return harness
}

describe('/session', () => {
  it('alone shows its words, in both languages', async () => {
    expect(await (await chatHarness()).slash('/session')).toContain('Usage: /session …')
    expect(await (await chatHarness({ language: 'pt-BR' })).slash('/session')).toContain('Uso: /session …')
  })

  it.each([
    ['lod x', 'There is no "/session lod".', 'Did you mean /session load?'],
    ['atach x', 'There is no "/session atach".', 'Did you mean /session attach?'],
    ['frobnicate', 'There is no "/session frobnicate".', 'See /session.'],
    ['toString', 'There is no "/session toString".', 'See /session.'],
  ])('%s is unknown', async (words, message, hint) => {
    const { slash } = await chatHarness()
    await expect(slash(`/session ${words}`)).rejects.toMatchObject({ code: 'usage', message, hint })
  })

  it.each(['save', 'load', 'attach', 'fork', 'rename', 'delete', 'recover'])(
    '%s needs a name',
    async (verb) => {
      const { slash } = await chatHarness()
      await expect(slash(`/session ${verb}`)).rejects.toMatchObject({
        code: 'usage',
        message: `/session ${verb} needs a name.`,
        hint: `For example: /session ${verb} tide-notes`,
      })
    },
  )
})

describe('/session save', () => {
  it('keeps the conversation, binds it, and every turn after goes there', async () => {
    const { slash, say, chat, chatcli } = await begun()
    expect(await slash('/session save tides')).toBe('Session "tides" saved.')
    expect(await slash('/session status')).toContain('Bound to "tides" (2 messages).')
    await say('Sure?')
    chat.conversation.flush()
    expect(chatcli.sessions.load('tides').messages).toHaveLength(4)
    expect(await slash('/session save')).toBe('Session "tides" saved.')
  })

  it.each([
    ['documentação-site', '"documentação-site" is not a session name', 'Try "documentacao-site"'],
    ['../tides', '"../tides" is not a session name', 'Try "'],
    ['autosave-mine', '"autosave-mine" cannot be given', 'Try "my-autosave-mine"'],
    ['mcp-x', '"mcp-x" cannot be given', 'Try "my-mcp-x"'],
  ])('refuses %s, with one that can be', async (name, message, hint) => {
    const { slash, chat } = await begun()
    await expect(slash(`/session save ${name}`)).rejects.toMatchObject({
      code: 'invalid-name',
      message: expect.stringContaining(message) as unknown,
      hint: expect.stringContaining(hint) as unknown,
    })
    expect(chat.conversation.name).toBeUndefined()
  })

  it('leaves a name that is taken alone, and with --force puts what had it into the trash', async () => {
    const { slash, chatcli } = await begun()
    await expect(slash('/session save tide-notes')).rejects.toMatchObject({ code: 'exists' })
    expect(chatcli.sessions.load('tide-notes').messages).toHaveLength(25)
    await slash('/session save tide-notes --force')
    expect(chatcli.sessions.load('tide-notes').messages).toHaveLength(2)
    expect(chatcli.sessions.trash()).toMatchObject([{ name: 'tide-notes' }])
  })

  it('under another name goes on in a fork', async () => {
    const { slash, chat, chatcli } = await begun()
    await slash('/session save tides')
    await slash('/session save tides-2')
    expect(chat.conversation.name).toBe('tides-2')
    expect(names(chatcli)).toEqual(['proj-acme', 'tide-notes', 'tides', 'tides-2'])
  })
})

describe('/session load', () => {
  it('says what became of the conversation before', async () => {
    const { slash, chat, window } = await begun()
    expect(window).toHaveLength(2)
    expect(await slash('/session load tide-notes')).toMatch(
      /^The conversation before was saved as "autosave-\d{8}-\d{6}"\.\nSession "tide-notes" loaded \(25 messages\)\.$/,
    )
    expect(chat.conversation.name).toBe('tide-notes')
  })

  it('puts a single message into the trash and says so', async () => {
    const { slash, chat, chatcli } = await chatHarness({ answers: [[new Error('gone')]] })
    chat.conversation.live.append([{ role: 'user', content: 'hm' }])
    expect(await slash('/session load tide-notes')).toContain('in the trash: it was too short to keep')
    expect(chatcli.sessions.trash()).toHaveLength(1)
  })

  it('changes nothing when there is no such session', async () => {
    const harness = await begun()
    await expect(harness.slash('/session load tide-note')).rejects.toMatchObject({ code: 'not-found' })
    expect(harness.window).toEqual(['When is high tide?', 'At noon.'])
    expect(names(harness.chatcli)).toEqual([autosaved, 'proj-acme', 'tide-notes'])
    expect(harness.chatcli.sessions.trash()).toEqual([])
  })

  it('changes nothing when the session is damaged', async () => {
    const harness = await begun()
    const { disk, slash } = harness
    const path = '/home/chatcli/sessions/broken.json'
    writeDurably(disk, path, Buffer.from('{"version":2,'), { replace: false, randomName: () => 'abcdefgh' })
    await expect(slash('/session load broken')).rejects.toMatchObject({ code: 'damaged' })
    expect(harness.window).toEqual(['When is high tide?', 'At noon.'])
    await expect(slash('/session attach broken')).rejects.toMatchObject({ code: 'damaged' })
    expect(harness.chat.conversation.name).toBeUndefined()
  })

  it('of the conversation itself, as the list calls it, loses nothing', async () => {
    const harness = await begun()
    const own = names(harness.chatcli).find((name) => name.startsWith('autosave-')) ?? ''
    await harness.slash(`/session load ${own}`)
    expect(harness.window).toEqual(['When is high tide?', 'At noon.'])
    await harness.say('Sure?')
    harness.chat.leave()
    const { sessions } = harness.chatcli.sessions.list()
    const machine = sessions.filter((session) => session.machine)
    expect(machine.map(({ messages }) => messages)).toEqual([4])
  })

  it('puts a session down that is bound', async () => {
    const { slash } = await begun()
    await slash('/session save tides')
    expect(await slash('/session load tide-notes')).toContain('The conversation before is in "tides".')
  })
})

describe('machine sessions', () => {
  async function withAutosave(): Promise<ChatHarness & { readonly auto: string }> {
    const harness = await begun()
    await harness.slash('/session new')
    const auto = names(harness.chatcli).find((name) => name.startsWith('autosave-')) ?? ''
    expect(auto).toEqual(autosaved)
    return { ...harness, auto }
  }

  it.each(['load', 'attach'])('are never bound by %s: the chat goes on beside them', async (verb) => {
    const { slash, chat, auto } = await withAutosave()
    const lines = await slash(`/session ${verb} ${auto}`)
    expect(lines).toContain(`It goes on beside "${auto}", which stays as it is`)
    expect(chat.conversation.name).toBeUndefined()
    expect(chat.conversation.origin).toBe(auto)
    expect(await slash('/session status')).toContain(`Not bound: goes on beside "${auto}" (2 messages).`)
  })

  it('are not made by hand', async () => {
    const { slash, chat, chatcli } = await begun()
    const before = names(chatcli)
    for (const verb of ['save', 'attach', 'fork']) {
      await expect(slash(`/session ${verb} autosave-x`)).rejects.toMatchObject({ code: 'invalid-name' })
    }
    await slash('/session new')
    await expect(slash('/session attach autosave-x')).rejects.toMatchObject({ code: 'invalid-name' })
    expect(chat.conversation.name).toBeUndefined()
    expect(names(chatcli)).toEqual(before)
  })
})

describe('/session attach', () => {
  it('makes this conversation a new session, binds it, and says so when it is bound already', async () => {
    const { slash, chatcli } = await begun()
    expect(await slash('/session attach tides')).toBe('The conversation is bound to "tides".')
    expect(chatcli.sessions.load('tides').messages).toHaveLength(2)
    expect(await slash('/session attach tides')).toBe('The conversation is bound to "tides" already.')
  })

  it('with nothing said begins a new session with the next turn', async () => {
    const { slash, say, chat, chatcli } = await chatHarness({ answers: [says('Hello.')] })
    expect(await slash('/session attach fresh')).toContain('a new session that begins with the next turn')
    expect(chatcli.sessions.exists('fresh')).toBe(false)
    await say('hi')
    chat.conversation.flush()
    expect(chatcli.sessions.load('fresh').messages).toHaveLength(2)
  })
})

describe('/session detach', () => {
  it('lets go of the session and keeps the conversation', async () => {
    const { slash, say, chat, chatcli, window } = await begun()
    expect(await slash('/session detach')).toBe('The conversation is not bound to a session.')
    await slash('/session save tides')
    expect(await slash('/session detach')).toBe(
      'Detached from "tides". The conversation goes on; the session stays as it is.',
    )
    await say('Sure?')
    chat.conversation.flush()
    expect(window).toHaveLength(2)
    expect(chatcli.sessions.load('tides').messages).toHaveLength(2)
    expect(chat.conversation.messages).toHaveLength(4)
  })
})

describe('/session fork and rename', () => {
  it('goes on in a copy', async () => {
    const { slash, chat } = await begun()
    await slash('/session save tides')
    expect(await slash('/session fork tides-2')).toContain('│    From:  tides\n│    To:    tides-2')
    expect(chat.conversation.name).toBe('tides-2')
    await expect(slash('/session fork proj-acme')).rejects.toMatchObject({ code: 'exists' })
  })

  it('gives the bound session, or another, another name', async () => {
    const { slash, chat, chatcli } = await begun()
    await slash('/session save tides')
    expect(await slash('/session rename high-water')).toBe('Session "tides" is now "high-water".')
    expect(chat.conversation.name).toBe('high-water')
    await slash('/session rename proj-acme acme')
    expect(names(chatcli)).toEqual(['acme', 'high-water', 'tide-notes'])
    await expect(slash('/session rename acme tide-notes')).rejects.toMatchObject({ code: 'exists' })
  })
})

describe('/session delete', () => {
  it.each(['', 'n', 'no', 'what?'])('asks; %j is no', async (answer) => {
    const { slash, questions, chatcli } = await begun({ typed: [answer] })
    expect(await slash('/session delete proj-acme')).toBe('Nothing was deleted.')
    expect(questions).toEqual(['Move "proj-acme" to the trash? [y/N] '])
    expect(chatcli.sessions.exists('proj-acme')).toBe(true)
  })

  it.each([
    ['en', 'y'],
    ['pt-BR', 's'],
  ] as const)('moves it to the trash (%s), and restore brings it back', async (language, yes) => {
    const { slash, chatcli } = await begun({ language, typed: [yes] })
    await slash('/session delete proj-acme')
    expect(chatcli.sessions.exists('proj-acme')).toBe(false)
    await slash('/session restore proj-acme')
    expect(chatcli.sessions.exists('proj-acme')).toBe(true)
  })

  it('of the active one begins a new conversation', async () => {
    const harness = await begun({ typed: ['yes'] })
    await harness.slash('/session save tides')
    expect(await harness.slash('/session delete tides')).toContain('a new one has begun')
    expect(harness.window).toEqual([])
    expect(harness.chat.conversation.name).toBeUndefined()
  })

  it('does not ask about what is not there', async () => {
    const { slash, questions } = await begun()
    await expect(slash('/session delete nobody')).rejects.toMatchObject({ code: 'not-found' })
    expect(questions).toEqual([])
  })

  it('--purge asks too, and no deletes nothing', async () => {
    const { slash, chat, chatcli } = await begun({ typed: ['n'] })
    await slash('/session save tides')
    await expect(slash('/session delete tides --purge')).rejects.toMatchObject({ code: 'refused' })
    expect(chatcli.sessions.exists('tides')).toBe(true)
    expect(chat.conversation.name).toBe('tides')
  })

  it.each([['--purge', ['y']] as const, ['--purge --yes', []] as const])(
    '%s leaves no trace',
    async (flags, typed) => {
      const harness = await begun({ typed })
      await harness.slash('/session save tides')
      expect(await harness.slash(`/session delete tides ${flags}`)).toContain('deleted for good')
      expect(names(harness.chatcli)).toEqual(['proj-acme', 'tide-notes'])
      expect(harness.chatcli.sessions.trash()).toEqual([])
      expect(harness.window).toEqual([])
    },
  )

  it.each(['--dry-run', '--purge --dry-run'])('%s changes nothing', async (flags) => {
    const { slash, chat, chatcli } = await begun({ typed: ['y'] })
    await slash('/session save tides')
    expect(await slash(`/session delete tides ${flags}`)).toContain('Nothing was changed')
    expect(chatcli.sessions.exists('tides')).toBe(true)
    expect(chat.conversation.name).toBe('tides')
  })

  it('refuses an option it does not know', async () => {
    const { slash, chatcli } = await begun({ typed: ['y'] })
    await expect(slash('/session delete proj-acme --dryrun')).rejects.toMatchObject({
      code: 'usage',
      message: 'There is no option --dryrun here.',
    })
    await expect(slash('/session save x --frce')).rejects.toMatchObject({ code: 'usage' })
    expect(chatcli.sessions.exists('proj-acme')).toBe(true)
  })
})

describe('/session new, recover, private', () => {
  it('autosaves before it begins a new conversation', async () => {
    for (const line of ['/session new', '/newsession']) {
      const harness = await begun()
      expect(await harness.slash(line)).toMatch(
        /^The conversation before was saved as "autosave-.*\nNew conversation session started; history has been cleared\.$/,
      )
      expect(harness.window).toEqual([])
    }
  })

  it('takes up a conversation that was interrupted', async () => {
    const first = await begun()
    first.chat.conversation.live.close()
    const memory = { disk: first.disk, chatcli: first.chatcli, now: first.now }
    const second = await chatHarness({ memory, answers: [says('Yes.')] })
    const [lost] = first.chatcli.sessions.unsaved()
    expect(await second.slash(`/session recover ${lost?.name}`)).toBe('Restored: 2 messages.')
    expect(second.window).toEqual(['When is high tide?', 'At noon.'])
    await expect(second.slash('/session recover nobody')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('turns private on and off', async () => {
    const { slash, chatcli } = await begun()
    await slash('/session save tides')
    expect(await slash('/session private')).toContain('is private')
    expect(await slash('/session status')).toContain('Private: no model finds it')
    await slash('/session save')
    expect(chatcli.sessions.list().sessions.find(({ name }) => name === 'tides')?.private).toBe(true)
    expect(await slash('/session private off')).toContain('not private any more')
    await slash('/session save')
    expect(chatcli.sessions.list().sessions.find(({ name }) => name === 'tides')?.private).toBe(false)
  })

  it('private stays with a conversation that nobody named', async () => {
    const { slash, chat, chatcli } = await begun()
    await slash('/session private on')
    chat.leave()
    expect(chatcli.sessions.list().sessions.find(({ machine }) => machine)?.private).toBe(true)
  })
})

describe('verbs of the command line', () => {
  it('list and get say what to type here', async () => {
    const { context } = await begun()
    const words = { ...context, text: chatWords(context.text) }
    const lines = async (line: string): Promise<string> => (await runSlash(line, words)).lines.join('\n')
    expect(await lines('/session list')).toContain('Read one with: /session get NAME')
    expect(await lines('/session get tide-notes')).toContain('Next page: /session get tide-notes --offset 20')
    expect(await lines('/session search high water')).not.toContain('chatcli ')
  })

  it('export and transcript are about this conversation when they name none', async () => {
    const { slash } = await begun()
    expect(await slash('/session transcript stats')).toContain('2')
    await slash('/session save tides')
    expect(await slash('/session export md -')).toContain('At noon.')
    expect(await slash('/session transcript search noon')).toContain('At noon.')
    expect(await slash('/session transcript tide-notes stats')).toContain('25')
  })

  it('export of a chat in which nothing was said needs a name', async () => {
    const { slash } = await chatHarness()
    await expect(slash('/session export md')).rejects.toMatchObject({
      message: '/session export needs a name.',
    })
  })
})

describe('chatWords', () => {
  it.each(['en', 'pt-BR'] as const)('proposes what can be typed in the chat (%s)', (language) => {
    const words = chatWords(textFor(language))
    const sentences = [
      words.sessionDeleted('a'),
      words.restoreHint,
      words.sessionListEmpty,
      words.listHint,
      words.allHint,
      words.searchHint,
      words.nextPage('a', 20),
      words.nextTranscriptPage('a', 20),
      words.hints['not-found'],
      words.config.emptyHint('mode'),
      words.fromStore('See what there is with: chatcli session list'),
      words.fromStore('It is safe; `chatcli session list` shows it.'),
    ]
    for (const sentence of sentences) {
      expect(sentence).not.toMatch(/chatcli (session|search|config)/)
      expect(sentence).toMatch(/\/(session|config) /)
    }
    expect(words.hints.usage).toContain('/help')
  })
})
