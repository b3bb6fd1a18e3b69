import type { PickerText } from '../../text/picker-english.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import { actInPicker } from './act-in-picker.ts'
import { insertText, lineEdits } from './edit-line.ts'
import type { Key } from './key.ts'
import { pickerAction } from './picker-actions.ts'
import { asked, chosen, type PickerUpdate, readings, rowAt, same, seen } from './picker-moves.ts'
import { wrapText } from './wrap-text.ts'
import type { NamePrompt, PickerEffect, PickerEvent, PickerState } from './picker-state.ts'

const longestQuery = 1000

/** The next state after an event. Pure. */
export function updatePicker(state: PickerState, event: PickerEvent, text: PickerText): PickerUpdate {
  switch (event.kind) {
    case 'key':
      return onKey({ ...state, notice: undefined, isOpening: false }, event.key, text)
    case 'resized':
      return same(seen({ ...state, size: event.size }))
    case 'listed':
      return chosen(state, { list: event.list })
    case 'trash-read':
      return chosen(state, { trash: event.trash })
    case 'answered':
      return onAnswer(state, event, text)
    case 'previewed': {
      const isChosen = event.preview.name === rowAt(state)?.name
      return same(isChosen ? { ...state, preview: event.preview, previewScroll: 0 } : state)
    }
    case 'progress':
      return same({ ...state, progress: { done: event.done, total: event.total } })
    case 'done': {
      const undo = event.undo === undefined ? state.undo : [...state.undo, event.undo]
      const next = { ...state, undo, notice: { text: event.notice, isFailure: false } }
      return { state: next, effects: event.isChange ? readings(next) : [] }
    }
    default: {
      const isSearch = event.what === 'search'
      const notice = { text: text.failed(event.message), isFailure: true }
      return same({
        ...state,
        notice,
        ...(isSearch ? { isSearching: false, isOpening: false, progress: undefined } : {}),
      })
    }
  }
}

/** The answer to what was typed before is shown too, until the next one comes; none once nothing is asked any more. */
function onAnswer(
  state: PickerState,
  { query, answer }: Extract<PickerEvent, { readonly kind: 'answered' }>,
  text: PickerText,
): PickerUpdate {
  const words = state.query.text.trim()
  if (words === '') return same(state)
  const isSearching = query !== words
  const next = chosen(state, { answer, isSearching, progress: undefined })
  if (isSearching || !state.isOpening) return next
  const opened = actInPicker({ ...next.state, isOpening: false }, 'open', text)
  return { state: opened.state, effects: [...next.effects, ...opened.effects] }
}

function onKey(state: PickerState, key: Key, text: PickerText): PickerUpdate {
  if (state.helpTop !== undefined) return onHelpKey(state, state.helpTop, key, text)
  if (state.prompt !== undefined) return onPromptKey(state, state.prompt, key, text)
  if (key.name === 'text' && state.focus === 'list') return onLetters(state, key.text ?? '', text)
  if (key.name === 'text' || key.name === 'paste') {
    if (key.text === '?' && state.query.text === '') return actInPicker(state, 'help', text)
    const typed = sanitiseLine(key.text ?? '').slice(0, longestQuery - state.query.text.length)
    return typed === '' ? same(state) : asked(state, insertText(state.query, typed))
  }
  const action = pickerAction(key.name, state.focus)
  if (action !== undefined) return actInPicker(state, action, text)
  const edit = state.focus === 'query' ? lineEdits[key.name] : undefined
  if (edit !== undefined) return asked(state, edit(state.query))
  return key.name === 'ctrl-d' && state.query.text === '' ? actInPicker(state, 'leave', text) : same(state)
}

function onHelpKey(state: PickerState, top: number, key: Key, text: PickerText): PickerUpdate {
  const { columns, rows } = state.size
  const steps: Readonly<Record<string, number>> = { up: -1, down: 1, pageup: 2 - rows, pagedown: rows - 2 }
  const step = steps[key.name]
  if (key.name === 'ctrl-c') return actInPicker(state, 'leave', text)
  if (step === undefined) return same({ ...state, helpTop: undefined })
  const last = Math.max(0, wrapText(text.help, columns).length - rows + 1)
  return same({ ...state, helpTop: Math.max(0, Math.min(last, top + step)) })
}

/** Letters in the list are commands, one after the other. */
function onLetters(state: PickerState, letters: string, text: PickerText): PickerUpdate {
  const [letter = '', ...rest] = letters
  const action = pickerAction(letter, 'list')
  const first = action === undefined ? same(state) : actInPicker(state, action, text)
  // What follows a command that leads out of the list is meant for what it led to.
  if (rest.length === 0) return first
  const next = onKey(first.state, { name: 'text', text: rest.join('') }, text)
  return { state: next.state, effects: [...first.effects, ...next.effects] }
}

function onPromptKey(state: PickerState, prompt: NamePrompt, key: Key, text: PickerText): PickerUpdate {
  const { line, kind, name, position } = prompt
  const closed = { ...state, prompt: undefined }
  switch (key.name) {
    case 'escape':
    case 'ctrl-g':
    case 'ctrl-c':
      return same(closed)
    case 'enter': {
      const to = line.text.trim()
      if (to === '') return same(closed)
      if (to === name) return same({ ...closed, notice: { text: text.sameName, isFailure: false } })
      const effect: PickerEffect = kind === 'rename' ? { kind, name, to } : { kind, name, to, position }
      return { state: closed, effects: [effect] }
    }
    default: {
      const typed = key.text === undefined ? undefined : insertText(line, sanitiseLine(key.text))
      const edited = typed ?? lineEdits[key.name]?.(line)
      return same(edited === undefined ? state : { ...state, prompt: { ...prompt, line: edited } })
    }
  }
}
