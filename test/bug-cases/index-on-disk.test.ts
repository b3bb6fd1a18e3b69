import { describe, expect, it } from 'vitest'
import { found, HOME, said, testHome, type TestHome, user } from '../scenarios/test-home.suite.ts'

const folder = `${HOME}/index/v1`

/** A home whose index is on the disk. */
function indexed(): TestHome {
  const home = testHome()
  home.chatcli.sessions.save('tide-notes', [user('the plover comes with the tide')])
  home.chatcli.sessions.save('bread', [user('flour and water')])
  expect(found(home.chatcli, 'plover')).toEqual(['tide-notes'])
  return home
}

const indexFiles = (home: TestHome): string[] => home.files().filter((path) => path.startsWith(`${folder}/`))

describe('damage', () => {
  it('P62: a part of the index that is gone is noticed, named and made again; the answer is right', () => {
    const home = indexed()
    const segment = indexFiles(home).find((path) => path.endsWith('.seg')) ?? ''
    home.remove(segment)
    const later = home.surface()
    expect(found(later, 'plover')).toEqual(['tide-notes'])
    expect(later.index.status()).toMatchObject({
      indexed: 2,
      damaged: [segment.slice(folder.length + 1, -4)],
    })
    expect(home.surface().index.status().damaged).toEqual([])
  })

  it('P64: a table of contents that is cut off is named as damage, and every answer says what it covers', () => {
    const home = indexed()
    const manifest = `${folder}/manifest.json`
    home.put(manifest, home.bytes(manifest).subarray(0, 100))
    const later = home.surface()
    const { sessions, coverage } = later.search('plover')
    expect(sessions.map(({ name }) => name)).toEqual(['tide-notes'])
    expect(coverage).toMatchObject({ sessions: 2, indexed: 2 })
    expect(later.index.status().damaged).toEqual(['manifest'])
    expect(home.surface().index.status().damaged).toEqual([])
  })

  it('P68: an index that is nothing but rubbish keeps no turn from being written', () => {
    const home = indexed()
    for (const path of indexFiles(home)) home.put(path, 'rubbish')
    const live = home.surface().sessions.open('tide-notes')
    live.append([user('a curlew too')])
    live.close()
    expect(said(home.surface(), 'tide-notes')).toEqual(['the plover comes with the tide', 'a curlew too'])
    expect(found(home.surface(), 'curlew')).toEqual(['tide-notes'])
    expect(found(home.surface(), 'flour')).toEqual(['bread'])
  })
})

describe('unfinished', () => {
  it('P67: an index that covers a part of the sessions says so, and the next one covers all', () => {
    const home = testHome()
    const long = 'words of a long talk '.repeat(4000)
    for (let i = 0; i < 100; i++)
      home.put(home.session(`talk-${i}`), { version: 2, chat_history: [user(`tide ${i}`), user(long)] })
    home.disk.makeFolder(`${HOME}/index`)
    // Somebody who is alive makes the index and does not get on.
    home.put(`${folder}/lock`, { pid: 7, host: 'elsewhere' })
    const { total, coverage } = home.chatcli.search('tide')
    expect(coverage.sessions).toBe(100)
    expect(coverage.indexed).toBeGreaterThan(0)
    expect(coverage.indexed).toBeLessThan(100)
    expect(total).toBe(coverage.indexed)
    expect(home.surface().index.status()).toMatchObject({ indexed: coverage.indexed, sessions: 100 })
    home.remove(`${folder}/lock`)
    const later = home.surface()
    expect(later.search('tide')).toMatchObject({ total: 100, coverage: { sessions: 100, indexed: 100 } })
  })

  it('P70: a conversation that is being written is indexed as far as it goes, and then further', () => {
    const home = indexed()
    const path = home.transcript('tide-notes')
    const live = home.surface().sessions.open('tide-notes')
    live.append([user('a curlew too')])
    live.close()
    const lines = home.text(path).split('\n')
    const line = lines.find((text) => text.includes('a curlew too')) ?? ''
    // Half of the next line is there.
    home.add(path, `\n${line.slice(0, 80)}`)
    const torn = home.surface().search('curlew')
    expect(torn.sessions.map(({ name }) => name)).toEqual(['tide-notes'])
    expect(torn.coverage.unreadable).toEqual([])
    const writer = home.surface().sessions.open('tide-notes')
    writer.append([user('a dunlin last')])
    writer.close()
    expect(found(home.surface(), 'dunlin')).toEqual(['tide-notes'])
    expect(home.surface().index.status().unreadable).toEqual([])
  })
})
