import { layoutPicker, topFor } from './layout-picker.ts'
import type { TypedLine } from './edit-line.ts'
import type { PickerEffect, PickerState } from './picker-state.ts'
import { type PickerRow, rowsOf } from './rows-of.ts'

/** What follows from an event: the next state, and what the world is to do. */
export interface PickerUpdate {
  readonly state: PickerState
  readonly effects: readonly PickerEffect[]
}

/** Sessions asked for when all may be shown, and when the scope leaves some of them out. */
const mostFound = { all: 50, some: 200 } as const

/** What is read at the start, and again after a change. */
export function readings(state: PickerState): readonly PickerEffect[] {
  const isTrash = state.scope === 'trash'
  return [{ kind: 'list' }, ...(isTrash ? [{ kind: 'read-trash' } as const] : []), ...searches(state)]
}

export function searches({ query, scope }: PickerState): readonly PickerEffect[] {
  const most = scope === 'all' ? mostFound.all : mostFound.some
  return [{ kind: 'search', query: query.text.trim(), most }]
}

/** The message that is chosen in a session: the one gone to, else its best one. */
export function positionOf({ position }: PickerState, row: PickerRow): number | undefined {
  return position ?? row.hits[0]?.position
}

/** Another query: the list follows when its answer comes, at once when there is none to wait for. */
export function asked(state: PickerState, query: TypedLine): PickerUpdate {
  if (query.text.trim() === state.query.text.trim()) return same({ ...state, query })
  const isEmpty = query.text.trim() === ''
  const fresh = { query, selected: 0, top: 0, position: undefined, isSearching: !isEmpty }
  const needsNoAnswer = isEmpty || state.scope === 'trash'
  const next: PickerUpdate = needsNoAnswer
    ? chosen(state, { ...fresh, answer: undefined, isSearching: false })
    : same({ ...state, ...fresh })
  return { state: next.state, effects: [...next.effects, ...searches(next.state)] }
}

export function moved(state: PickerState, to: number): PickerUpdate {
  const selected = Math.max(0, Math.min(state.rows.length - 1, to))
  if (selected === state.selected) return same(state)
  const next = seen({ ...state, selected, position: undefined, previewScroll: 0 })
  return { state: next, effects: previews(next) }
}

/** Takes over what was read or asked for, stays on the chosen session if it is still there, and shows it. */
export function chosen(state: PickerState, change: Partial<PickerState>): PickerUpdate {
  const changed = { ...state, ...change }
  const before = rowAt(state)?.name
  const rows = rowsOf({ ...changed, query: changed.query.text })
  const isKept = change.selected === undefined
  const found = isKept && state.selected > 0 ? rows.findIndex(({ name }) => name === before) : -1
  const selected = Math.max(0, found < 0 ? Math.min(changed.selected, rows.length - 1) : found)
  const next = seen({ ...changed, rows, selected })
  const isSame = rows[selected]?.name === before && isKept
  if (!isSame) return withPreview({ ...next, position: undefined, previewScroll: 0 })
  return change.answer === undefined ? same(next) : withPreview(next)
}

function withPreview(state: PickerState): PickerUpdate {
  return { state, effects: previews(state) }
}

export function previews(state: PickerState): readonly PickerEffect[] {
  const row = rowAt(state)
  if (row === undefined || row.isInTrash) return []
  const query = state.answer === undefined ? '' : state.answer.query
  return [{ kind: 'preview', name: row.name, query, position: positionOf(state, row) }]
}

export function seen(state: PickerState): PickerState {
  const { selected, top, rows } = state
  const height = layoutPicker(state.size).list.rows
  return { ...state, top: topFor(rows, { selected, top, height }) }
}

export function rowAt({ rows, selected }: PickerState): PickerRow | undefined {
  return rows[selected]
}

export function told(state: PickerState, text: string): PickerUpdate {
  return same({ ...state, notice: { text, isFailure: false } })
}

export function same(state: PickerState): PickerUpdate {
  return { state, effects: [] }
}
