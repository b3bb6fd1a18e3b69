import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { found, HOME, notesOf, said, testHome, turns, user } from './test-home.suite.ts'

const texts = turns(2).map(({ content }) => content)

describe('with transcripts off', () => {
  it('a session is one plain file, without fold and snapshot_hash', () => {
    const home = testHome({ transcripts: false })
    home.chatcli.sessions.save('tide-notes', turns(2))
    const live = home.chatcli.sessions.open('tide-notes')
    expect(live.append([user('more')]).where).toBe('session-file')
    live.save()
    live.close()
    const file = home.json(home.session('tide-notes'))
    expect(Object.keys(file)).not.toContain('fold')
    expect(Object.keys(file)).not.toContain('snapshot_hash')
    expect(home.disk.list(join(HOME, 'transcripts'))).toEqual([])
    expect(said(home.surface(), 'tide-notes')).toEqual([...texts, 'more'])
    expect(found(home.surface(), 'tide answer 1')).toEqual(['tide-notes'])
  })

  it('a conversation without a name is in memory, and says so', () => {
    const home = testHome({ transcripts: false })
    const live = home.chatcli.sessions.create()
    expect(live.append([user('nowhere')]).where).toBe('memory')
    live.bind('tide-notes')
    live.save()
    expect(said(home.surface(), 'tide-notes')).toEqual(['nowhere'])
  })

  it('the last writer wins', () => {
    const home = testHome({ transcripts: false })
    home.chatcli.sessions.save('tide-notes', turns(1))
    const a = home.surface().sessions.open('tide-notes')
    const b = home.surface().sessions.open('tide-notes')
    a.append([user('from a')])
    b.append([user('from b')])
    expect(said(home.surface(), 'tide-notes').at(-1)).toBe('from b')
  })

  it('goes on with a session that has a transcript, and turning them on again adopts what was said', () => {
    const home = testHome()
    home.chatcli.sessions.save('tide-notes', turns(2))
    const { id, transcriptId } = home.chatcli.sessions.list().sessions[0] ?? {}
    const transcript = home.bytes(home.transcript('tide-notes'))
    const off = home.surface({ transcripts: false })
    const live = off.sessions.open('tide-notes')
    live.append([user('said while off')])
    live.close()
    const file = home.json(home.session('tide-notes'))
    expect(Object.keys(file)).not.toContain('fold')
    expect(Object.keys(file)).not.toContain('snapshot_hash')
    expect(file['transcript_id']).toBe(transcriptId)
    expect(home.bytes(join(HOME, 'transcripts', `${transcriptId}.jsonl`))).toEqual(transcript)
    expect(off.sessions.list().total).toBe(1)

    const on = home.surface()
    expect(said(on, 'tide-notes')).toEqual([...texts, 'said while off'])
    expect(on.sessions.list().total).toBe(1)
    const again = on.sessions.open('tide-notes')
    again.append([user('said since')])
    again.save()
    again.close()
    expect(home.json(home.session('tide-notes'))).toMatchObject({ id, transcript_id: transcriptId })
    expect(said(home.surface(), 'tide-notes')).toEqual([...texts, 'said while off', 'said since'])
    expect(home.surface().sessions.record('tide-notes').messages).toHaveLength(6)
    expect(notesOf(home.surface(), 'tide-notes')).toEqual([])
  })

  it('a session deleted under a surface is not written again: the conversation is in memory, and the surface says so', () => {
    const home = testHome({ transcripts: false })
    home.chatcli.sessions.save('tide-notes', turns(2))
    const live = home.surface().sessions.open('tide-notes')
    home.chatcli.sessions.delete('tide-notes')
    expect(live.append([user('more')]).where).toBe('memory')
    expect(live.takeNotices()).toContainEqual({ kind: 'deleted-elsewhere', name: 'tide-notes' })
    expect(home.has(home.session('tide-notes'))).toBe(false)
    expect(live.state().window).toHaveLength(5)
  })

  it('saves, renames, forks, deletes and restores', () => {
    const home = testHome({ transcripts: false })
    const { sessions } = home.chatcli
    sessions.save('tide-notes', turns(2), { title: 'Tides' })
    sessions.rename('tide-notes', 'sea-notes')
    sessions.fork('sea-notes', 'sea-fork')
    sessions.delete('sea-notes')
    expect(sessions.list().sessions.map(({ name }) => name)).toEqual(['sea-fork'])
    sessions.restore('sea-notes')
    expect(said(home.surface(), 'sea-notes')).toEqual(texts)
    expect(said(home.surface(), 'sea-fork')).toEqual(texts)
    expect(sessions.load('sea-fork').title).toBe('Tides')
    expect(home.disk.list(join(HOME, 'transcripts'))).toEqual([])
  })
})
