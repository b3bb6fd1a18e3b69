import { styleText } from 'node:util'
import type { TextStyle } from '../../commands/text-style.ts'

// Whether there is a terminal and colours are wanted is decided by the caller, not by what newer versions of Node see.
const always = { validateStream: false } as const

/** Bold and dim. */
export const terminalStyle: TextStyle = {
  strong: (text) => (text === '' ? '' : styleText('bold', text, always)),
  quiet: (text) => (text === '' ? '' : styleText('dim', text, always)),
}
