/** What a key can ask for. */
export type PickerAction =
  | 'open'
  | 'resume'
  | 'back'
  | 'leave'
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'first'
  | 'last'
  | 'tab'
  | 'to-query'
  | 'scope'
  | 'sort'
  | 'redraw'
  | 'suspend'
  | 'help'
  | 'next-hit'
  | 'previous-hit'
  | 'scroll-down'
  | 'scroll-up'
  | 'fork'
  | 'copy-message'
  | 'copy-command'
  | 'export'
  | 'rename'
  | 'trash'
  | 'undo'
  | 'pin'

/** Keys that mean the same everywhere. */
const everywhere: Readonly<Record<string, PickerAction>> = {
  enter: 'open',
  escape: 'back',
  'ctrl-g': 'back',
  'ctrl-c': 'leave',
  up: 'up',
  down: 'down',
  'ctrl-p': 'up',
  'ctrl-n': 'down',
  pageup: 'page-up',
  pagedown: 'page-down',
  tab: 'tab',
  'shift-tab': 'tab',
  'ctrl-r': 'scope',
  'ctrl-s': 'sort',
  'ctrl-l': 'redraw',
  'ctrl-z': 'suspend',
  f1: 'help',
  'alt-down': 'next-hit',
  'alt-up': 'previous-hit',
}

/** Letters that are commands in the list, and everywhere with Alt. */
const letters: Readonly<Record<string, PickerAction>> = {
  n: 'next-hit',
  N: 'previous-hit',
  J: 'scroll-down',
  K: 'scroll-up',
  r: 'resume',
  f: 'fork',
  y: 'copy-message',
  Y: 'copy-command',
  e: 'export',
  R: 'rename',
  p: 'pin',
  x: 'trash',
  u: 'undo',
  o: 'sort',
  s: 'scope',
  '?': 'help',
}

/** Keys that mean something in the list only. */
const inList: Readonly<Record<string, PickerAction>> = {
  ...letters,
  j: 'down',
  k: 'up',
  g: 'first',
  G: 'last',
  home: 'first',
  end: 'last',
  delete: 'trash',
  q: 'leave',
  i: 'to-query',
  '/': 'to-query',
}

/** What a key asks for, by its name or its letter; undefined when it asks for nothing. */
export function pickerAction(name: string, focus: 'query' | 'list'): PickerAction | undefined {
  const letter = /^alt-(.)$/u.exec(name)?.[1]
  const own = letter === undefined ? everywhere[name] : letters[letter]
  return own ?? (focus === 'list' ? inList[name] : undefined)
}
