const escape = '\\u001B'

// A control string (OSC, DCS, APC, PM, SOS) ends at its terminator or with the line: were it to swallow what
// follows an end that never comes, one stray byte could hide the rest of a message.
const controlString = `(?:${escape}[\\]P_^X]|[\\u009D\\u0090\\u009F\\u009E\\u0098])[^\\u0007\\u001B\\u009C\\n]*(?:\\u0007|\\u009C|${escape}\\\\)?`
const controlSequence = `(?:${escape}\\[|\\u009B)[0-?]*[ -/]*[@-~]?`
const otherEscape = `${escape}[ -/]*[0-~]?`
const control = '[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F]'
const bidiControl = '[\\u202A-\\u202E\\u2066-\\u2069]'

const unsafe = new RegExp([controlString, controlSequence, otherEscape, control, bidiControl].join('|'), 'gu')
const loneSurrogate = /\p{Surrogate}/gu
const lineBreaks = /[\n\t\u2028\u2029]+/gu
const invisible =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u2060-\u2064\u206A-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu
const joiner =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Mark}\p{Script=Arabic}\uFE0F])[\u200C\u200D]+|(?<=[\u200C\u200D])[\u200C\u200D]+/gu

/**
 * Makes stored text safe to show in a terminal: it cannot move the cursor, change colours or the title, reach the
 * clipboard, or reorder what is read. Line breaks and tabs stay. The result holds no C0 control but `\n` and `\t`,
 * no DEL, no C1 control, no bidirectional embedding, override or isolate, and no lone surrogate.
 */
export function sanitiseForTerminal(text: string): string {
  return text.replace(unsafe, '').replace(loneSurrogate, '\uFFFD')
}

/**
 * Like {@link sanitiseForTerminal}, for names, titles and whatever else stands on one line: line breaks and tabs
 * become a space, and characters that cannot be seen go, so that two names that look alike are alike. The joiners
 * that emoji and some scripts are written with stay where they join.
 */
export function sanitiseLine(text: string): string {
  return sanitiseForTerminal(text).replace(lineBreaks, ' ').replace(invisible, '').replace(joiner, '')
}

/**
 * Escapes what `JSON.stringify` leaves raw and a terminal or a line reader may act on: DEL, the C1 controls
 * (U+007F to U+009F), U+2028 and U+2029. The JSON means the same as before.
 */
export function escapeJsonControls(json: string): string {
  return json.replace(
    /[\u007F-\u009F\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
