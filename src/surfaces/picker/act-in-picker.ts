import type { PickerText } from '../../text/picker-english.ts'
import { completeOperator } from './complete-operator.ts'
import { typedLine } from './edit-line.ts'
import { layoutPicker, rowHeight } from './layout-picker.ts'
import type { PickerAction } from './picker-actions.ts'
import {
  asked,
  chosen,
  moved,
  type PickerUpdate,
  positionOf,
  previews,
  readings,
  rowAt,
  same,
  searches,
  told,
} from './picker-moves.ts'
import type { PickerEffect, PickerState } from './picker-state.ts'
import { scopes, sorts } from './picker-scope.ts'
import type { PickerRow } from './rows-of.ts'

const scrollStep = 3

/** What follows from an action. Pure. */
export function actInPicker(state: PickerState, action: PickerAction, text: PickerText): PickerUpdate {
  const pageRows = Math.max(1, layoutPicker(state.size).list.rows)
  switch (action) {
    case 'leave':
      return { state, effects: [{ kind: 'finish', result: undefined }] }
    case 'back':
      return state.focus === 'list' ? same({ ...state, focus: 'query' }) : actInPicker(state, 'leave', text)
    case 'up':
      return moved(state, state.selected - 1)
    case 'down':
      return moved(state, state.selected + 1)
    case 'page-up':
      return moved(state, state.selected - pageStep(state, pageRows, -1))
    case 'page-down':
      return moved(state, state.selected + pageStep(state, pageRows, 1))
    case 'first':
      return moved(state, 0)
    case 'last':
      return moved(state, state.rows.length - 1)
    case 'to-query':
      return same({ ...state, focus: 'query' })
    case 'tab':
      return tabbed(state)
    case 'scope':
      return rescoped(state)
    case 'sort':
      return chosen(state, { sort: after(sorts, state.sort), selected: 0, top: 0, position: undefined })
    case 'redraw':
      return { state, effects: [{ kind: 'redraw' }, ...readings(state)] }
    case 'suspend':
      return { state, effects: [{ kind: 'suspend' }] }
    case 'help':
      return same({ ...state, helpTop: 0 })
    case 'scroll-down':
      return same({ ...state, previewScroll: state.previewScroll + scrollStep })
    case 'scroll-up':
      return same({ ...state, previewScroll: state.previewScroll - scrollStep })
    case 'undo': {
      const last = state.undo.at(-1)
      if (last === undefined) return told(state, text.nothingToUndo)
      return {
        state: { ...state, undo: state.undo.slice(0, -1) },
        effects: [{ kind: 'take-back', deed: last }],
      }
    }
    default: {
      // Nobody means a session of the list that was there before the words.
      if (state.isSearching && state.scope !== 'trash') {
        return told({ ...state, isOpening: action === 'open' }, text.searching)
      }
      const row = rowAt(state)
      return row === undefined ? told(state, text.nothingChosen) : actOnRow(state, action, row, text)
    }
  }
}

type RowAction = Extract<
  PickerAction,
  | 'open'
  | 'resume'
  | 'next-hit'
  | 'previous-hit'
  | 'fork'
  | 'copy-message'
  | 'copy-command'
  | 'export'
  | 'rename'
  | 'trash'
  | 'pin'
>

function actOnRow(state: PickerState, action: RowAction, row: PickerRow, text: PickerText): PickerUpdate {
  const { name } = row
  if (row.isInTrash) {
    const isOpen = action === 'open' || action === 'resume'
    return isOpen ? { state, effects: [{ kind: 'restore', name }] } : same(state)
  }
  const position = positionOf(state, row)
  const message = position === undefined ? {} : { message: position }
  switch (action) {
    case 'open':
      return finish(state, { action: 'resume', name, ...message })
    case 'resume':
      return finish(state, { action: 'resume', name })
    case 'next-hit':
      return otherHit(state, row, 1, text)
    case 'previous-hit':
      return otherHit(state, row, -1, text)
    case 'fork':
      return same({ ...state, prompt: { kind: 'fork', name, position, line: typedLine(`${name}-2`) } })
    case 'rename':
      return same({ ...state, prompt: { kind: 'rename', name, position, line: typedLine(name) } })
    case 'copy-message': {
      const at = position ?? shownPreview(state)?.page.messages.at(-1)?.position
      return at === undefined
        ? told(state, text.noMessages)
        : { state, effects: [{ kind: 'copy-message', name, position: at }] }
    }
    case 'copy-command':
      return { state, effects: [{ kind: 'copy-command', name }] }
    case 'export':
      return { state, effects: [{ kind: 'export', name }] }
    case 'trash':
      return { state, effects: [{ kind: 'trash', name }] }
    default:
      return { state, effects: [{ kind: 'pin', name, isPinned: !row.isPinned }] }
  }
}

function finish(
  state: PickerState,
  result: Extract<PickerEffect, { kind: 'finish' }>['result'],
): PickerUpdate {
  return { state, effects: [{ kind: 'finish', result }] }
}

function otherHit(state: PickerState, row: PickerRow, step: 1 | -1, text: PickerText): PickerUpdate {
  const hits = shownPreview(state)?.hits ?? row.hits.toSorted((a, b) => a.position - b.position)
  const at = hits.findIndex((hit) => hit.position === positionOf(state, row))
  const next = hits[(at + step + hits.length) % Math.max(1, hits.length)]
  if (next === undefined || hits.length === 1) return told(state, text.noMatchInPreview)
  const { position } = next
  const place = hits.indexOf(next) + 1
  const notice = { text: text.place(place, hits.length), isFailure: false }
  const moved: PickerState = { ...state, position, notice }
  return { state: moved, effects: previews(moved) }
}

function shownPreview({ preview, rows, selected }: PickerState): PickerState['preview'] {
  return preview?.name === rows[selected]?.name ? preview : undefined
}

function tabbed(state: PickerState): PickerUpdate {
  if (state.focus === 'list') return same({ ...state, focus: 'query' })
  const sessions = state.list?.sessions ?? []
  const completed = completeOperator(state.query, {
    names: sessions.map(({ name }) => name),
    sources: [...new Set(sessions.flatMap(({ source }) => (source === undefined ? [] : [source.tool])))],
  })
  if (completed === undefined) return same({ ...state, focus: 'list' })
  const { line, proposals } = completed
  const shown = proposals.slice(0, 12).join('  ')
  const next = asked(state, line)
  return proposals.length < 2
    ? next
    : { ...next, state: { ...next.state, notice: { text: shown, isFailure: false } } }
}

function rescoped(state: PickerState): PickerUpdate {
  const scope = after(scopes, state.scope)
  const next = chosen(state, { scope, selected: 0, top: 0, position: undefined })
  const reads: readonly PickerEffect[] = scope === 'trash' ? [{ kind: 'read-trash' }] : searches(next.state)
  return { state: next.state, effects: [...next.effects, ...reads] }
}

/** How many sessions fill a page of the list, from the chosen one on. */
function pageStep({ rows, selected }: PickerState, height: number, direction: 1 | -1): number {
  let used = 0
  let count = 0
  while (used < height) {
    const row = rows[selected + direction * count]
    if (row === undefined) break
    used += rowHeight(row)
    count++
  }
  return Math.max(1, count - 1)
}

function after<T>(cycle: readonly [T, ...T[]], at: T): T {
  return cycle[(cycle.indexOf(at) + 1) % cycle.length] ?? cycle[0]
}
