import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtChat, builtCli, type BuiltChat } from './built-chat.suite.ts'
import { hasTmux, startTmux, type Tmux } from './tmux.suite.ts'

let chat: BuiltChat
let tmux: Tmux

beforeEach(async () => {
  chat = await builtChat()
  const env = { TERM: 'xterm-256color', LC_ALL: 'C.UTF-8', ...chat.environment }
  tmux = startTmux({ socket: join(chat.root, 'tmux'), cwd: chat.root, env })
})
afterEach(async () => {
  tmux.close()
  await chat.close()
})

const lastRequest = (): string => JSON.stringify(chat.server.requests.at(-1)?.body)

async function record(name: string): Promise<readonly string[]> {
  const { stdout } = await chat.run(['session', 'export', name, 'jsonl', '-'])
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { role: string; content: string })
    .map(({ role, content }) => `${role}: ${content}`)
}

describe.skipIf(!hasTmux())('a day with two terminals', () => {
  it('is saved, shared, survives a kill, and is found again', async () => {
    const command = [process.execPath, builtCli()]

    const first = await tmux.open('first', command)
    await first.shows('fake-model>')
    await first.say('When is high tide?')
    await first.shows(/You said: When is high tide\?\n\nfake-model>$/)
    await first.say('/session save tides')
    await first.shows(/Session "tides" saved\.\n\n\[tides\] fake-model>$/)

    const second = await tmux.open('second', command)
    await second.shows('fake-model>')
    await second.say('/session attach tides')
    await second.shows('Session "tides" loaded (2 messages).')
    await second.say('And low water at the pier?')
    await second.shows(/You said: And low water at the pier\?\n\n\[tides\] fake-model>$/)

    await first.say('Thank you for both.')
    const shown = await first.shows(/You said: Thank you for both\.\n\n\[tides\] fake-model>$/)
    expect(shown).toContain('2 messages came from another surface.')
    expect(lastRequest()).toContain('You said: And low water at the pier?')

    chat.server.say({ text: 'one two three', variant: 'stalled' })
    await second.say('Count the oysters.')
    await second.shows(/\none$/)
    await second.kill()

    const third = await tmux.open('third', [...command, '--resume', 'tides'])
    await third.shows(/Session "tides" loaded \(7 messages\)\.\n\n\[tides\] fake-model>$/)
    chat.server.say({ text: 'Twelve, and yes.' })
    await third.say('Are you still there?')
    const recovered = await third.shows(/Twelve, and yes\.\n\n\[tides\] fake-model>$/)
    expect(recovered).toContain('1 turn was cut off')
    expect(lastRequest()).toContain('Count the oysters.')
    await third.say('/exit')
    await third.ended()
    await first.say('/exit')
    await first.ended()

    const picker = await tmux.open('picker', [...command, 'resume'])
    await picker.shows('tides')
    await picker.keys('-l', 'low water pier')
    await picker.shows(/low water[^]*And low water at the pier\?/)
    await picker.keys('Enter')
    const opened = await picker.shows(/\[tides\] fake-model>$/)
    expect(opened).toMatch(/best match is message 2\)[^]*\[2\] user: And low water at the pier\?/)
    await picker.say('/exit')
    await picker.ended()

    expect(await record('tides')).toEqual([
      'user: When is high tide?',
      'assistant: You said: When is high tide?',
      'user: And low water at the pier?',
      'assistant: You said: And low water at the pier?',
      'user: Thank you for both.',
      'assistant: You said: Thank you for both.',
      'user: Count the oysters.',
      'user: Are you still there?',
      'assistant: Twelve, and yes.',
    ])
  })
})
