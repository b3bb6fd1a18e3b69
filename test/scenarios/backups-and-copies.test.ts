import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { found, HOME, notesOf, recorded, said, testHome, turns, user } from './test-home.suite.ts'

const texts = turns(3).map(({ content }) => content)

function saved(count = 3) {
  const home = testHome()
  home.chatcli.sessions.save('tide-notes', turns(count))
  return home
}

describe('an older backup of a session file', () => {
  function withBackup() {
    const home = saved()
    const backup = home.text(home.session('tide-notes'))
    const live = home.chatcli.sessions.open('tide-notes')
    for (const topic of ['first', 'second']) {
      live.append(turns(1, topic))
      live.save()
    }
    live.close()
    home.put(home.session('tide-notes'), backup)
    return home
  }
  const newer = [...turns(1, 'first'), ...turns(1, 'second')].map(({ content }) => content)

  it('is said, and the newer turns are shown', () => {
    const home = withBackup()
    const loaded = home.chatcli.sessions.load('tide-notes')
    expect(loaded.notes).toEqual([{ kind: 'older-snapshot', newer: 2 }])
    expect(loaded.messages.map(({ content }) => content)).toEqual([...texts, ...newer])
    expect(found(home.chatcli, 'second question')).toEqual(['tide-notes'])
  })

  it('shows itself as it was when asked to, and changes nothing by it', () => {
    const home = withBackup()
    const transcript = home.bytes(home.transcript('tide-notes'))
    const old = home.chatcli.sessions.load('tide-notes', { asOf: true })
    expect(old.messages.map(({ content }) => content)).toEqual(texts)
    expect(old.notes).toEqual([])
    expect(home.bytes(home.transcript('tide-notes'))).toEqual(transcript)
  })

  it('says so to a surface that opens it, and catches up with its next turn', () => {
    const home = withBackup()
    const live = home.chatcli.sessions.open('tide-notes')
    expect(live.takeNotices()).toEqual([{ kind: 'older-snapshot', newer: 2 }])
    live.append([user('third')])
    live.save()
    expect(notesOf(home.surface(), 'tide-notes')).toEqual([])
    expect(said(home.surface(), 'tide-notes')).toEqual([...texts, ...newer, 'third'])
  })

  it('put back under an attached surface is not taken for a deletion of the newer turns', () => {
    const home = saved()
    const backup = home.text(home.session('tide-notes'))
    const live = home.chatcli.sessions.open('tide-notes')
    live.append([user('newer')])
    live.save()
    home.put(home.session('tide-notes'), backup)
    live.append([user('newest')])
    live.save()
    expect(said(home.surface(), 'tide-notes')).toEqual([...texts, 'newer', 'newest'])
  })
})

describe('a copied session file', () => {
  function copied() {
    const home = saved()
    home.put(home.session('tide-copy'), home.bytes(home.session('tide-notes')))
    const live = home.chatcli.sessions.open('tide-notes')
    live.append([user('only in the original')])
    live.save()
    live.close()
    return home
  }

  it('shows what it was copied with, and whose copy it is', () => {
    const home = copied()
    const loaded = home.chatcli.sessions.load('tide-copy')
    expect(loaded.messages.map(({ content }) => content)).toEqual(texts)
    expect(loaded.notes).toEqual([{ kind: 'copy', of: 'tide-notes' }])
    expect(loaded.id).not.toBe(home.chatcli.sessions.load('tide-notes').id)
  })

  it('gets an id and a transcript of its own at its first write, and the original is not touched', () => {
    const home = copied()
    const before = [home.session('tide-notes'), home.transcript('tide-notes')].map(home.bytes)
    const copy = home.chatcli.sessions.open('tide-copy')
    copy.append([user('only in the copy')])
    copy.save()
    copy.close()
    expect([home.session('tide-notes'), home.transcript('tide-notes')].map(home.bytes)).toEqual(before)
    expect(home.transcript('tide-copy')).not.toBe(home.transcript('tide-notes'))
    const ids = home.chatcli.sessions.list().sessions.map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
    expect(said(home.surface(), 'tide-copy')).toEqual([...texts, 'only in the copy'])
    expect(said(home.surface(), 'tide-notes')).toEqual([...texts, 'only in the original'])
    expect(notesOf(home.surface(), 'tide-copy')).toEqual([])
  })

  it.each([
    ['tide-notes', 'tide-copy'],
    ['tide-copy', 'tide-notes'],
  ])('leaves the other whole when %s is deleted or purged', (gone, other) => {
    for (const purge of [false, true]) {
      for (const isWritten of [false, true]) {
        const home = copied()
        if (isWritten) {
          const copy = home.chatcli.sessions.open('tide-copy')
          copy.append([user('only in the copy')])
          copy.save()
          copy.close()
        }
        const before = said(home.surface(), other)
        home.chatcli.sessions.delete(gone, { purge })
        const after = said(home.surface(), other)
        expect(after.slice(0, before.length), `purge ${purge}, written ${isWritten}`).toEqual(before)
        expect(home.has(home.transcript(other))).toBe(true)
        expect(
          home
            .surface()
            .sessions.list()
            .sessions.map(({ name }) => name),
        ).toEqual([other])
      }
    }
  })

  it('is found once for the same words, with the other named beside it', () => {
    const home = copied()
    const copy = home.chatcli.sessions.open('tide-copy')
    copy.append([user('only in the copy')])
    copy.save()
    const { sessions } = home.surface().search('tide question 1')
    expect(sessions).toHaveLength(1)
    expect([sessions[0]?.name ?? '', ...(sessions[0]?.alsoIn ?? [])].sort()).toEqual([
      'tide-copy',
      'tide-notes',
    ])
  })
})

describe('a session file renamed by mv', () => {
  it('is the same conversation under its new name', () => {
    const home = saved()
    const { id } = home.chatcli.sessions.load('tide-notes')
    home.move(home.session('tide-notes'), home.session('sea-notes'))
    const loaded = home.surface().sessions.load('sea-notes')
    expect(loaded).toMatchObject({ id, notes: [] })
    const live = home.chatcli.sessions.open('sea-notes')
    live.append([user('after the move')])
    live.save()
    expect(home.disk.list(join(HOME, 'transcripts'))).toHaveLength(1)
    expect(home.json(home.session('sea-notes'))).toMatchObject({ id, name: 'sea-notes', transcript_id: id })
    expect(said(home.surface(), 'sea-notes')).toEqual([...texts, 'after the move'])
  })

  it('loses no turn of a surface that still holds it under its old name', () => {
    const home = saved()
    const live = home.chatcli.sessions.open('tide-notes')
    live.append([user('before the move')])
    live.save()
    home.move(home.session('tide-notes'), home.session('sea-notes'))
    live.append([user('after the move')])
    live.save()
    expect(home.has(home.session('tide-notes'))).toBe(false)
    expect(said(home.surface(), 'sea-notes')).toEqual([...texts, 'before the move', 'after the move'])
    expect(home.surface().sessions.list().total).toBe(1)
  })
})

describe('a session file whose transcript is not what it was', () => {
  it('from another machine, without its transcript, is whole and says so', () => {
    const home = saved()
    const elsewhere = testHome()
    elsewhere.put(elsewhere.session('tide-notes'), home.bytes(home.session('tide-notes')))
    const { messages, notes } = elsewhere.chatcli.sessions.load('tide-notes')
    expect(messages.map(({ content }) => content)).toEqual(texts)
    expect(notes.map(({ kind }) => kind)).toEqual(['transcript-missing'])
    expect(found(elsewhere.chatcli, 'tide question 2')).toEqual(['tide-notes'])
    const live = elsewhere.chatcli.sessions.open('tide-notes')
    live.append([user('on the other machine')])
    live.save()
    live.close()
    expect(said(elsewhere.surface(), 'tide-notes')).toEqual([...texts, 'on the other machine'])
    expect(recorded(elsewhere.surface(), 'tide-notes')).toHaveLength(7)
    expect(notesOf(elsewhere.surface(), 'tide-notes')).toEqual([])
  })

  it('has lost its end: the messages it lacks are kept, at their place', () => {
    const home = saved()
    const live = home.chatcli.sessions.open('tide-notes')
    live.append([user('only in the session file')])
    live.set({ title: 'Tides', private: true, attachments: [{ context: 'harbour-map' }] })
    live.save()
    live.close()
    const file = home.bytes(home.session('tide-notes'))
    const path = home.transcript('tide-notes')
    const whole = home.bytes(path)
    for (const keep of [0, 1, 100, 700, Math.floor(whole.length / 2), whole.lastIndexOf('only in')]) {
      home.put(path, whole.subarray(0, keep))
      home.put(home.session('tide-notes'), file)
      const chatcli = home.surface()
      expect(said(chatcli, 'tide-notes'), `${keep} bytes left`).toEqual([
        ...texts,
        'only in the session file',
      ])
      expect(notesOf(chatcli, 'tide-notes')).toContain('transcript-shorter')
      expect(found(chatcli, 'session file')).toEqual(['tide-notes'])
      const again = chatcli.sessions.open('tide-notes')
      again.append([user('since')])
      again.save()
      again.close()
      expect(said(home.surface(), 'tide-notes')).toEqual([...texts, 'only in the session file', 'since'])
      expect(home.json(home.session('tide-notes')), `${keep} bytes left`).toMatchObject({
        title: 'Tides',
        private: true,
        attachments: [{ context: 'harbour-map' }],
      })
    }
  })

  it('was replaced by an older one: what the session file has more is kept', () => {
    const home = saved()
    const older = home.bytes(home.transcript('tide-notes'))
    const live = home.chatcli.sessions.open('tide-notes')
    live.append(turns(2, 'newer'))
    live.save()
    live.close()
    home.put(home.transcript('tide-notes'), older)
    const all = [...texts, ...turns(2, 'newer').map(({ content }) => content)]
    expect(said(home.surface(), 'tide-notes')).toEqual(all)
    expect(recorded(home.surface(), 'tide-notes')).toEqual(all.map((text) => `live: ${text}`))
    const again = home.surface().sessions.open('tide-notes')
    expect(again.takeNotices()).toContainEqual({ kind: 'transcript-shorter', messages: 4 })
    again.append([user('since')])
    again.save()
    expect(said(home.surface(), 'tide-notes')).toEqual([...all, 'since'])
  })
})
