// NUL ends a request for some servers, and no model can make anything of the others.
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g

/** Text as every provider accepts it: no lone surrogates (U+FFFD instead), no C0 controls but tab and line breaks. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(controls, '')
}
