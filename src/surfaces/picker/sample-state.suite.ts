import type { SessionSummary } from '../../chatcli.ts'
import type { PickerPreview } from '../../commands/picker/picker-memory.ts'
import type { MessageHit, Page, SearchResult, SessionHit } from '../../search/search-result.ts'
import { textFor } from '../../text/text-for.ts'
import type { PickerEffect, PickerEvent, PickerState, ScreenSize } from './picker-state.ts'
import { startPickerState } from './start-picker-state.ts'
import { updatePicker } from './update-picker.ts'

const { picker } = textFor('en')

/** A session as a list has it. */
export function sampleSession(name: string, more: Partial<SessionSummary> = {}): SessionSummary {
  return {
    name,
    id: `id-${name}`,
    title: '',
    createdAt: Date.UTC(2026, 2, 1),
    updatedAt: Date.UTC(2026, 2, 14, 12),
    messages: 4,
    size: 1000,
    machine: false,
    private: false,
    pinned: false,
    source: undefined,
    transcriptId: undefined,
    interrupted: false,
    ...more,
  }
}

/** A sentence; what stands between `<` and `>` matched. */
export function sampleHit(position: number, marked: string): MessageHit {
  const matches: { start: number; end: number; term: string }[] = []
  let text = ''
  for (const [i, piece] of marked.split(/[<>]/).entries()) {
    if (i % 2 === 1) matches.push({ start: text.length, end: text.length + piece.length, term: piece })
    text += piece
  }
  return {
    position,
    role: position % 2 === 0 ? 'user' : 'assistant',
    at: '2026-03-14T12:00:00.000Z',
    approximate: false,
    toolName: undefined,
    state: 'live',
    score: 1,
    snippet: { text, matches },
  }
}

/** A session that answers. */
export function sampleFound(
  name: string,
  hits: readonly MessageHit[],
  more: Partial<SessionHit> = {},
): SessionHit {
  return {
    name,
    title: '',
    id: `id-${name}`,
    family: `id-${name}`,
    score: 1,
    tier: 'all',
    missing: [],
    matches: hits.length,
    updatedAt: '2026-03-14T12:00:00.000Z',
    machine: false,
    source: undefined,
    messages: hits,
    alsoIn: [],
    ...more,
  }
}

/** An answer. */
export function sampleAnswer(
  query: string,
  sessions: readonly SessionHit[],
  more: Partial<SearchResult> = {},
): SearchResult {
  const coverage = { sessions: 12, indexed: 12, messages: 99, unreadable: [] }
  return { query, sessions, total: sessions.length, times: [], unknown: [], coverage, ...more }
}

/** A preview of messages, opened at one. */
export function samplePreview(
  name: string,
  texts: readonly string[],
  more: Partial<PickerPreview> = {},
): PickerPreview {
  const page: Page = {
    name,
    title: '',
    id: `id-${name}`,
    total: texts.length,
    offset: 0,
    messages: texts.map((text, position) => ({
      position,
      role: position % 2 === 0 ? 'user' : 'assistant',
      text,
      at: '2026-03-14T12:00:00.000Z',
      approximate: false,
      toolName: undefined,
      state: 'live',
      cutFrom: undefined,
    })),
    nextOffset: undefined,
    centredOn: undefined,
  }
  return { name, page, position: undefined, hits: [], ...more }
}

/** A picker that things happen to, one after the other. */
export interface Play {
  readonly state: PickerState
  /** What was asked of the world since this was last looked at. */
  takeEffects(): readonly PickerEffect[]
  /** Names of keys, or what is typed after `:`. */
  keys(...names: readonly string[]): Play
  on(...events: readonly PickerEvent[]): Play
}

/** Begins a play. */
export function play(query = '', size: ScreenSize = { columns: 80, rows: 24 }): Play {
  const started = startPickerState(query, size)
  let { state } = started
  let effects: readonly PickerEffect[] = started.effects
  const self: Play = {
    get state() {
      return state
    },
    takeEffects() {
      const taken = effects
      effects = []
      return taken
    },
    keys(...names) {
      for (const name of names) {
        const key = name.startsWith(':') ? { name: 'text', text: name.slice(1) } : { name }
        self.on({ kind: 'key', key })
      }
      return self
    },
    on(...events) {
      for (const event of events) {
        const next = updatePicker(state, event, picker)
        state = next.state
        effects = [...effects, ...next.effects]
      }
      return self
    },
  }
  return self
}

/** Three sessions that were read, and the answer to `limiter`. */
export function playWithAnswer(size?: ScreenSize): Play {
  const found = [
    sampleFound('proj-acme', [sampleHit(3, 'the rate <limiter> caps'), sampleHit(1, 'a <limiter> then')]),
    sampleFound('autosave-20260314-150209', [sampleHit(5, 'no <limiter> here')], { machine: true }),
  ]
  const started = play('', size).on({
    kind: 'listed',
    list: {
      sessions: [
        sampleSession('tide-notes', { title: 'Tides', updatedAt: Date.UTC(2026, 2, 20), messages: 25 }),
        sampleSession('proj-acme', { title: 'Gateway of ACME' }),
        sampleSession('autosave-20260314-150209', { machine: true, messages: 40 }),
      ],
      unreadable: [],
    },
  })
  started.keys(':limiter').on({ kind: 'answered', query: 'limiter', answer: sampleAnswer('limiter', found) })
  started.takeEffects()
  return started
}
