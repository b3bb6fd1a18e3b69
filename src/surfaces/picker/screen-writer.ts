import type { PickerFrame } from './render-picker.ts'

/** Shows frames in a terminal, by what is different from the frame before. */
export interface ScreenWriter {
  /** Takes the whole screen, which is given back as it was by {@link leave}. */
  enter(): void
  draw(frame: PickerFrame): void
  /** Whatever the screen shows, the next frame is drawn whole. */
  forget(): void
  leave(): void
  /** Lines written so far. */
  readonly linesWritten: number
}

/** Asks a terminal to mark what is pasted. */
export const pasteMarksOn: string = '\u001B[?2004h'
// A line that a terminal takes for longer than it is must not go on in the next row: no wrapping.
const enterScreen = `\u001B[?1049h\u001B[?7l\u001B[?25l${pasteMarksOn}\u001B[0m\u001B[2J`
/** Gives the screen back, with everything as it was. */
export const leaveScreen: string = '\u001B[0m\u001B[?2004l\u001B[?7h\u001B[?25h\u001B[?1049l'

/** A writer for one terminal. Each frame is one write. */
export function screenWriter(write: (text: string) => void): ScreenWriter {
  let shown: readonly string[] = []
  let isIn = false
  let linesWritten = 0
  let cursorShown = ''
  return {
    enter() {
      if (isIn) return
      isIn = true
      shown = []
      cursorShown = ''
      write(enterScreen)
    },
    draw({ lines, cursor }) {
      if (!isIn) return
      let changes = ''
      const count = Math.max(lines.length, shown.length)
      for (let row = 0; row < count; row++) {
        const line = lines[row] ?? ''
        if (line === shown[row] || (line === '' && shown[row] === undefined)) continue
        changes += `\u001B[${row + 1};1H\u001B[2K${line}\u001B[0m`
        linesWritten++
      }
      shown = lines
      const place =
        cursor === undefined ? '\u001B[?25l' : `\u001B[${cursor.row + 1};${cursor.column + 1}H\u001B[?25h`
      if (changes === '' && place === cursorShown) return
      cursorShown = place
      write(changes === '' ? place : `\u001B[?25l${changes}${place}`)
    },
    forget() {
      if (isIn) write('\u001B[0m\u001B[2J')
      shown = []
      cursorShown = ''
    },
    leave() {
      if (!isIn) return
      isIn = false
      write(leaveScreen)
    },
    get linesWritten() {
      return linesWritten
    },
  }
}
