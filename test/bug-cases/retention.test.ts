import { describe, expect, it } from 'vitest'
import { retainInBackground } from '../../src/commands/chat/retain-in-background.ts'
import { readSettings } from '../../src/settings.ts'
import { textFor } from '../../src/text/text-for.ts'
import { found, HOME, said, testHome, type TestHome, turns, user } from '../scenarios/test-home.suite.ts'

const DAY = 86_400_000

/** What a surface that stays does once a day, with these settings; gives what it tells the person. */
async function daily(home: TestHome, environment: Record<string, string> = {}): Promise<readonly string[]> {
  const next = async (): Promise<void> => {}
  return retainInBackground({
    chatcli: home.surface(),
    settings: readSettings({ HOME: '/home/ada', ...environment }),
    text: textFor('en'),
    signal: new AbortController().signal,
    begin: next,
    pause: next,
  })
}

/** Machine sessions, changed last so many days ago; and one of a person, of today. */
function aged(count: number, days: number): TestHome {
  const home = testHome()
  for (let k = 0; k < count; k++) {
    const name = `autosave-${k}`
    const at = new Date(home.clock.now - days * DAY).toISOString()
    home.put(home.session(name), {
      version: 2,
      id: `id-${k}`,
      name,
      updated_at: at,
      machine: true,
      chat_history: [{ ...user(`heron ${k}`), created_at: at }],
    })
    home.disk.touch(home.session(name), home.clock.now - days * DAY)
  }
  home.chatcli.sessions.save('tide-notes', turns(1))
  return home
}

const names = (home: TestHome): string[] =>
  home
    .surface()
    .sessions.list()
    .sessions.map(({ name }) => name)

describe('retention', () => {
  it('P28: a twin with nothing but a header neither hides nor removes the session that has its id', async () => {
    const home = aged(0, 0)
    const file = home.json(home.session('tide-notes'))
    const old = new Date(home.clock.now - 400 * DAY).toISOString()
    const twin = { ...file, name: 'autosave-twin', machine: true, updated_at: old, messages: 0 }
    home.put(home.session('autosave-twin'), { ...twin, chat_history: [] })
    home.disk.touch(home.session('autosave-twin'), home.clock.now - 400 * DAY)
    await daily(home)
    expect(said(home.surface(), 'tide-notes')).toHaveLength(2)
    expect(found(home.surface(), 'tide answer')[0]).toBe('tide-notes')
    expect(home.has(home.transcript('tide-notes'))).toBe(true)
    home
      .surface()
      .sessions.open('tide-notes')
      .append([user('goes on')])
    home.clock.now += DAY
    await daily(home)
    expect(said(home.surface(), 'tide-notes')).toEqual(['tide question 0', 'tide answer 0', 'goes on'])
  })

  it('P29: a lifetime of 1Y is refused with the units there are; nothing goes, an empty file is in nobody’s way', async () => {
    const home = aged(3, 400)
    home.put(home.session('autosave-empty'), '')
    const before = home.files()
    const told = await daily(home, { CHATCLI_SESSION_TTL: '1Y' })
    expect(told.join(' ')).toMatch(
      /CHATCLI_SESSION_TTL cannot be "1Y".*number of days.*CHATCLI_SESSION_TTL=90d/,
    )
    expect(home.files()).toEqual(before)
    const live = home.surface().sessions.open('tide-notes')
    live.append([user('resumed')])
    live.save()
    live.close()
    expect(said(home.surface(), 'tide-notes')).toHaveLength(3)
    await daily(home)
    expect(names(home)).toEqual(['tide-notes'])
    expect(home.has(home.session('autosave-empty'))).toBe(true)
  })

  it('P35: a lifetime of 99999 days is one, and 0 is for ever', async () => {
    for (const days of ['99999', '99999d', '0']) {
      const home = aged(3, 5000)
      await daily(home, { CHATCLI_SESSION_TTL: days })
      expect(names(home), days).toHaveLength(4)
      expect(home.surface().sessions.trash(), days).toEqual([])
    }
  })

  it('R13: what goes by itself is told, lies in the trash, leaves the list and the search, and comes back', async () => {
    const home = aged(60, 400)
    expect(found(home.surface(), 'heron')).not.toEqual([])
    const [told = '', ...more] = await daily(home)
    expect([told, more]).toEqual([expect.stringMatching(/^60 sessions .* 90 days .*trash restore/), []])
    expect(names(home)).toEqual(['tide-notes'])
    expect(found(home.surface(), 'heron')).toEqual([])
    expect(home.surface().sessions.trash()).toHaveLength(60)
    const { chatcli } = home
    for (const { entry } of chatcli.sessions.trash()) chatcli.sessions.restore(entry)
    expect(names(home)).toHaveLength(61)
    home.clock.now += DAY
    // As fresh as what was touched today.
    expect(await daily(home)).toEqual([])
    expect(names(home)).toHaveLength(61)
    expect(said(home.surface(), 'autosave-59')).toEqual(['heron 59'])
  })

  it('R29: a session that was gone on with is as long as before, and the next start removes nothing of it', async () => {
    const home = aged(1, 89)
    const before = said(home.surface(), 'autosave-0')
    const live = home.surface().sessions.open('autosave-0')
    live.close()
    expect(said(home.surface(), 'autosave-0')).toEqual(before)
    for (let day = 0; day < 3; day++) {
      const again = home.surface().sessions.open('autosave-0')
      again.append([user(`day ${day}`)])
      again.save()
      again.close()
      home.clock.now += DAY
      await daily(home)
    }
    expect(names(home).toSorted()).toEqual(['autosave-0', 'tide-notes'])
    expect(said(home.surface(), 'autosave-0')).toEqual([...before, 'day 0', 'day 1', 'day 2'])
    expect(home.disk.list(HOME)).not.toContain('trash')
  })
})
