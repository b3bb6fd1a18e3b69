import xterm from '@xterm/headless'

/** What became of a terminal that something was written to. */
export interface WatchedTerminal {
  /** Titles, bells, answers, reaches for the clipboard; and modes that are not as they were. */
  readonly mischief: readonly string[]
  /** All that can be read. */
  readonly text: string
}

/** A colour behind letters, in some cell: nothing here writes one. */
const coloured = 'a colour behind letters'

/** Writes to a terminal that is not there, and tells what a person would find different after it. */
export async function watchedTerminal(output: string): Promise<WatchedTerminal> {
  const terminal = new xterm.Terminal({ cols: 80, rows: 24, scrollback: 5000, allowProposedApi: true })
  const write = (text: string): Promise<void> => new Promise((resolve) => terminal.write(text, resolve))
  const mischief: string[] = []
  const before = modesOf(terminal)
  terminal.onTitleChange((title) => mischief.push(`title ${title}`))
  terminal.onBell(() => mischief.push('bell'))
  terminal.onData((data) => mischief.push(`answer ${JSON.stringify(data)}`))
  terminal.parser.registerOscHandler(52, () => mischief.push('clipboard') > 0)
  terminal.parser.registerOscHandler(8, ({ length }) => mischief.push(`link ${length}`) > 0)
  await write(output.replaceAll('\n', '\r\n'))
  await write('\r\nM')
  const { active } = terminal.buffer
  const row = active.getLine(active.baseY + active.cursorY)
  const cell = row?.getCell(0)
  if (cell?.getChars() !== 'M' || active.cursorX !== 1) mischief.push('the cursor, or the letters')
  if (cell?.isAttributeDefault() !== true) mischief.push('colours')
  if (active.type !== 'normal') mischief.push('another screen')
  const after = modesOf(terminal)
  if (after !== before) mischief.push(`modes: ${after}`)
  const lines = Array.from({ length: active.length }, (_, y) => active.getLine(y))
  const isColoured = lines.some((line) => {
    return Array.from({ length: terminal.cols }, (_, x) => line?.getCell(x)).some((each) => {
      return each !== undefined && (!each.isBgDefault() || each.isBlink() > 0 || each.isInvisible() > 0)
    })
  })
  if (isColoured) mischief.push(coloured)
  const text = lines.map((line) => line?.translateToString(true) ?? '').join('\n')
  terminal.dispose()
  return { mischief, text }
}

function modesOf({ modes }: InstanceType<typeof xterm.Terminal>): string {
  return JSON.stringify(watchedModes.map((mode) => modes[mode]))
}

const watchedModes = [
  'mouseTrackingMode',
  'bracketedPasteMode',
  'applicationCursorKeysMode',
  'applicationKeypadMode',
  'insertMode',
  'originMode',
  'reverseWraparoundMode',
  'sendFocusMode',
  'wraparoundMode',
] as const
