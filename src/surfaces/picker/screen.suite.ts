import xterm from '@xterm/headless'
import type { ScreenSize } from './picker-state.ts'

/** What a terminal shows. */
export interface SampleScreen {
  write(text: string): Promise<void>
  /** Its rows, without the spaces at their ends. */
  rows(): readonly string[]
  /** Its rows with the attributes of every cell. */
  cells(): readonly string[]
  /** What happened that no program with a screen should cause: titles, bells, answers. */
  readonly mischief: readonly string[]
  resize(size: ScreenSize): void
  readonly isAlternate: boolean
  close(): void
}

/** A terminal that is not there. */
export function sampleScreen({ columns, rows }: ScreenSize): SampleScreen {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 })
  const mischief: string[] = []
  terminal.onTitleChange((title) => mischief.push(`title ${title}`))
  terminal.onBell(() => mischief.push('bell'))
  terminal.onData((data) => mischief.push(`answer ${data}`))
  terminal.parser.registerOscHandler(52, () => {
    mischief.push('clipboard')
    return true
  })
  const lineAt = (row: number) => terminal.buffer.active.getLine(terminal.buffer.active.baseY + row)
  const all = <T>(of: (row: number) => T): T[] => Array.from({ length: terminal.rows }, (_, row) => of(row))
  return {
    write: (text) => new Promise((resolve) => terminal.write(text, resolve)),
    rows: () => all((row) => lineAt(row)?.translateToString(true) ?? ''),
    cells: () =>
      all((row) => {
        const line = lineAt(row)
        return Array.from({ length: terminal.cols }, (_, column) => {
          const cell = line?.getCell(column)
          if (cell === undefined) return ''
          const attributes = [
            cell.isBold(),
            cell.isDim(),
            cell.isInverse(),
            cell.isUnderline(),
            cell.getFgColor(),
          ]
          return `${cell.getChars()}${attributes.join(',')}`
        }).join('|')
      }),
    mischief,
    resize: (size) => terminal.resize(size.columns, size.rows),
    get isAlternate() {
      return terminal.buffer.active.type === 'alternate'
    },
    close: () => terminal.dispose(),
  }
}
