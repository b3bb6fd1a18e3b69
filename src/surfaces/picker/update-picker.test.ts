import { describe, expect, it } from 'vitest'
import {
  play,
  playWithAnswer,
  sampleAnswer,
  sampleFound,
  sampleHit,
  samplePreview,
  sampleSession,
} from './sample-state.suite.ts'

const names = ({ state }: { state: { rows: readonly { name: string }[] } }): string[] =>
  state.rows.map(({ name }) => name)

describe('a picker at its start', () => {
  it('reads the list, and asks what was given', () => {
    expect(play().takeEffects()).toEqual([{ kind: 'list' }])
    expect(play(' rate limiter ').takeEffects()).toEqual([
      { kind: 'list' },
      { kind: 'search', query: 'rate limiter', most: 50 },
    ])
  })

  it('shows what was read, pinned sessions first, and looks into the first', () => {
    const sessions = [sampleSession('new'), sampleSession('old', { pinned: true })]
    const started = play().on({ kind: 'listed', list: { sessions, unreadable: [] } })
    expect(names(started)).toEqual(['old', 'new'])
    expect(started.takeEffects().at(-1)).toEqual({
      kind: 'preview',
      name: 'old',
      query: '',
      position: undefined,
    })
  })
})

describe('typing', () => {
  it('asks once for every query, and not for a space behind it', () => {
    const typed = play().keys(':lim', ':iter', ': ')
    expect(typed.state.query.text).toBe('limiter ')
    expect(typed.takeEffects().filter(({ kind }) => kind === 'search')).toEqual([
      { kind: 'search', query: 'lim', most: 50 },
      { kind: 'search', query: 'limiter', most: 50 },
    ])
    expect(typed.state.isSearching).toBe(true)
  })

  it('shows the answer, at its best sentence', () => {
    const { state } = playWithAnswer()
    expect(names({ state })).toEqual(['proj-acme', 'autosave-20260314-150209'])
    expect(state.isSearching).toBe(false)
  })

  it('goes on looking while the answer is to an older query', () => {
    const typed = play().keys(':limiter')
    typed.on({ kind: 'answered', query: 'lim', answer: sampleAnswer('lim', [sampleFound('a', [])]) })
    expect(names(typed)).toEqual(['a'])
    expect(typed.state.isSearching).toBe(true)
  })

  it('shows everything again when the query is gone', () => {
    const typed = playWithAnswer().keys('ctrl-u')
    expect(names(typed)).toEqual(['tide-notes', 'proj-acme', 'autosave-20260314-150209'])
    expect(typed.takeEffects()).toContainEqual({ kind: 'search', query: '', most: 50 })
  })

  it('takes no answer when nothing is asked any more', () => {
    const typed = playWithAnswer().keys('ctrl-u')
    typed.takeEffects()
    typed.on({ kind: 'answered', query: 'limiter', answer: sampleAnswer('limiter', [sampleFound('a', [])]) })
    expect(names(typed)[0]).toBe('tide-notes')
    expect(typed.state.answer).toBeUndefined()
    expect(typed.takeEffects()).toEqual([])
  })

  it('puts the session of that name first, and names that hold the word last', () => {
    const sessions = [sampleSession('tide-notes'), sampleSession('tide')]
    const typed = play().on({ kind: 'listed', list: { sessions, unreadable: [] } })
    const answer = sampleAnswer('tide', [sampleFound('proj-acme', [])])
    typed.keys(':tide').on({ kind: 'answered', query: 'tide', answer })
    expect(names(typed)).toEqual(['tide', 'proj-acme', 'tide-notes'])
  })

  it('takes a paste as words, whatever is in it', () => {
    const typed = play().on({
      kind: 'key',
      key: { name: 'paste', text: 'one\r\ntwo\u001B[31m\u0007 three' },
    })
    expect(typed.state.query.text).toBe('one two three')
    expect(typed.takeEffects().some(({ kind }) => kind === 'finish')).toBe(false)
  })

  it('completes operators with Tab, and goes to the list when there is nothing to complete', () => {
    const typed = play().keys(':ro', 'tab')
    expect(typed.state.query.text).toBe('role:')
    typed.keys('tab')
    expect(typed.state.notice?.text).toBe('role:user  role:assistant  role:tool')
    expect(play().keys(':limiter', 'tab').state.focus).toBe('list')
  })
})

describe('leaving and opening', () => {
  const finish = (keys: readonly string[], started = playWithAnswer()): unknown =>
    started
      .keys(...keys)
      .takeEffects()
      .find(({ kind }) => kind === 'finish')

  it.each([
    [['enter'], { action: 'resume', name: 'proj-acme', message: 3 }],
    [['alt-r'], { action: 'resume', name: 'proj-acme' }],
    [['down', 'enter'], { action: 'resume', name: 'autosave-20260314-150209', message: 5 }],
    [['alt-n', 'enter'], { action: 'resume', name: 'proj-acme', message: 1 }],
    [['tab', ':nr'], { action: 'resume', name: 'proj-acme' }],
    [['tab', ':j', 'enter'], { action: 'resume', name: 'autosave-20260314-150209', message: 5 }],
    [['escape'], undefined],
    [['ctrl-c'], undefined],
    [['tab', ':q'], undefined],
    [['tab', 'escape', 'escape'], undefined],
  ])('%j ends with %j', (keys, result) => {
    expect(finish(keys)).toEqual({ kind: 'finish', result })
  })

  it('does not leave by Escape in the list, in a name, in help', () => {
    expect(finish(['tab', 'escape'])).toBeUndefined()
    expect(finish(['alt-f', 'escape'])).toBeUndefined()
    expect(finish(['f1', 'escape'])).toBeUndefined()
  })

  it('waits for the answer before it opens the best, and does nothing to a session meanwhile', () => {
    const quick = playWithAnswer().keys(':s', 'alt-x', 'enter')
    expect(quick.takeEffects().map(({ kind }) => kind)).toEqual(['search'])
    const answer = sampleAnswer('limiters', [sampleFound('tide-notes', [sampleHit(7, '<limiters>')])])
    quick.on({ kind: 'answered', query: 'limiters', answer })
    expect(quick.takeEffects().at(-1)).toEqual({
      kind: 'finish',
      result: { action: 'resume', name: 'tide-notes', message: 7 },
    })
    const other = playWithAnswer().keys(':s', 'enter', 'left')
    other.on({ kind: 'answered', query: 'limiters', answer })
    expect(other.takeEffects().some(({ kind }) => kind === 'finish')).toBe(false)
  })

  it('opens nothing when there is nothing', () => {
    const empty = play().keys('enter')
    expect(empty.takeEffects()).toEqual([{ kind: 'list' }])
    expect(empty.state.notice?.text).toBe('Choose a session first.')
  })
})

describe('help', () => {
  it('moves where it is longer than the screen, and goes at any other key', () => {
    const shown = play('', { columns: 40, rows: 12 }).keys('f1', 'down', 'down', 'up')
    expect(shown.state.helpTop).toBe(1)
    shown.keys(...Array.from({ length: 99 }, () => 'pagedown'))
    const end = shown.state.helpTop ?? 0
    expect(end).toBeGreaterThan(10)
    expect(shown.keys('down').state.helpTop).toBe(end)
    expect(shown.keys(':x').state).toMatchObject({ helpTop: undefined, query: { text: '' } })
  })
})

describe('what is done with a session', () => {
  it.each([
    [['alt-x'], { kind: 'trash', name: 'proj-acme' }],
    [['tab', ':x'], { kind: 'trash', name: 'proj-acme' }],
    [['tab', 'delete'], { kind: 'trash', name: 'proj-acme' }],
    [['alt-p'], { kind: 'pin', name: 'proj-acme', isPinned: true }],
    [['alt-e'], { kind: 'export', name: 'proj-acme' }],
    [['alt-y'], { kind: 'copy-message', name: 'proj-acme', position: 3 }],
    [['alt-Y'], { kind: 'copy-command', name: 'proj-acme' }],
    [['alt-R', 'ctrl-u', ':new', 'enter'], { kind: 'rename', name: 'proj-acme', to: 'new' }],
    [['alt-f', 'enter'], { kind: 'fork', name: 'proj-acme', to: 'proj-acme-2', position: 3 }],
    [['tab', ':nf', 'enter'], { kind: 'fork', name: 'proj-acme', to: 'proj-acme-2', position: 1 }],
    [['ctrl-z'], { kind: 'suspend' }],
  ])('%j asks for %j', (keys, effect) => {
    expect(
      playWithAnswer()
        .keys(...keys)
        .takeEffects(),
    ).toContainEqual(effect)
  })

  it('renames nothing to its own name, or to none', () => {
    expect(playWithAnswer().keys('alt-R', 'enter').takeEffects()).toEqual([])
    expect(playWithAnswer().keys('alt-R', 'ctrl-u', 'enter').takeEffects()).toEqual([])
  })

  it('reads again what changed, and takes back the last of it first', () => {
    const undo = { kind: 'restore', name: 'a' } as const
    const changed = playWithAnswer().on(
      { kind: 'done', notice: 'one', isChange: true, undo },
      { kind: 'done', notice: 'two', isChange: true, undo: { ...undo, name: 'b' } },
    )
    expect(changed.state.notice?.text).toBe('two')
    expect(changed.takeEffects().map(({ kind }) => kind)).toEqual(['list', 'search', 'list', 'search'])
    expect(changed.keys('alt-u').takeEffects()).toEqual([{ kind: 'take-back', deed: { ...undo, name: 'b' } }])
    expect(changed.keys('alt-u').takeEffects()).toEqual([{ kind: 'take-back', deed: undo }])
    expect(changed.keys('alt-u').takeEffects()).toEqual([])
    expect(changed.state.notice?.text).toBe('There is nothing to undo.')
  })

  it('tells what did not work, until the next key', () => {
    const failed = playWithAnswer().on({ kind: 'failed', message: 'disk full', what: 'trash' })
    expect(failed.state.notice).toEqual({ text: 'That did not work: disk full', isFailure: true })
    expect(failed.keys('down').state.notice).toBeUndefined()
  })
})

describe('which, and in which order', () => {
  it('goes round the scopes', () => {
    const shown = playWithAnswer()
    const seen = ['named', 'machine', 'interrupted', 'trash', 'all'].map((scope) => {
      shown.keys('ctrl-r')
      expect(shown.state.scope).toBe(scope)
      return names(shown)
    })
    expect(seen.slice(0, 3)).toEqual([['proj-acme'], ['autosave-20260314-150209'], []])
    expect(shown.takeEffects()).toContainEqual({ kind: 'search', query: 'limiter', most: 200 })
    expect(seen.at(-1)).toEqual(['proj-acme', 'autosave-20260314-150209'])
  })

  it('shows the trash, and brings back with Enter', () => {
    const shown = play().keys('ctrl-r', 'ctrl-r', 'ctrl-r', 'ctrl-r')
    expect(shown.takeEffects()).toContainEqual({ kind: 'read-trash' })
    const entry = { entry: 'e', name: 'gone', id: 'i', reason: 'deleted', deletedAt: 5 }
    shown.on({ kind: 'trash-read', trash: [entry] })
    expect(names(shown)).toEqual(['gone'])
    shown.takeEffects()
    expect(shown.keys('alt-x', 'alt-f', 'enter').takeEffects()).toEqual([{ kind: 'restore', name: 'gone' }])
  })

  it('goes round the orders', () => {
    const shown = playWithAnswer().keys('ctrl-u')
    expect(names(shown.keys('ctrl-s'))[0]).toBe('tide-notes')
    expect(names(shown.keys('ctrl-s'))).toEqual(['autosave-20260314-150209', 'tide-notes', 'proj-acme'])
    expect(shown.keys('ctrl-s').state.sort).toBe('relevance')
  })
})

describe('moving', () => {
  const many = (): ReturnType<typeof play> => {
    const sessions = Array.from({ length: 100 }, (_, i) => sampleSession(`s${i}`))
    return play().on({ kind: 'listed', list: { sessions, unreadable: [] } })
  }

  it('keeps to the list, and shows the chosen one', () => {
    const moved = many()
    expect(moved.keys('up').state.selected).toBe(0)
    expect(moved.keys('pagedown').state.selected).toBe(10)
    expect(moved.keys('pageup').state.selected).toBe(0)
    moved.keys(...Array.from({ length: 15 }, () => 'down'))
    expect(moved.state.selected).toBe(15)
    expect(moved.state.top).toBe(5)
    moved.keys('tab', ':G')
    expect(moved.state.selected).toBe(99)
    expect(moved.state.top).toBe(89)
    expect(moved.keys(':g').state.top).toBe(0)
  })

  it('stays on the chosen session when the list is read again', () => {
    const moved = many().keys('down', 'down')
    const sessions = [
      sampleSession('newest'),
      ...Array.from({ length: 100 }, (_, i) => sampleSession(`s${i}`)),
    ]
    moved.on({ kind: 'listed', list: { sessions, unreadable: [] } })
    expect(moved.state.rows[moved.state.selected]?.name).toBe('s2')
  })

  it('goes round the matches of a session, in their order, when they are known', () => {
    const hits = [sampleHit(1, '<a>'), sampleHit(3, '<b>'), sampleHit(8, '<c>')]
    const shown = playWithAnswer().on({
      kind: 'previewed',
      preview: samplePreview('proj-acme', [], { hits, position: 3 }),
    })
    expect(shown.keys('alt-n').state).toMatchObject({ position: 8, notice: { text: 'match 3 of 3' } })
    expect(shown.takeEffects()).toEqual([
      { kind: 'preview', name: 'proj-acme', query: 'limiter', position: 8 },
    ])
    expect(shown.keys('alt-n').state.position).toBe(1)
    expect(shown.keys('alt-N').state.position).toBe(8)
  })

  it('takes no preview of a session that is not chosen any more', () => {
    const shown = playWithAnswer().keys('down')
    shown.on({ kind: 'previewed', preview: samplePreview('proj-acme', ['x']) })
    expect(shown.state.preview).toBeUndefined()
  })
})
