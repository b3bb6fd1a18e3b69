import type { BootstrapFile } from './read-bootstrap.ts'

/** Characters of all files together, at most. */
const MOST = 96 * 1024

const preamble =
  'The files below say how to be and what to heed. They were put in place for this conversation; where two of them contradict each other, the later one counts.'

/**
 * What a model is told of files, each under its name, between rules; `''` when they say nothing. A file that was cut
 * says so, and so does one that has no room any more.
 */
export function joinBootstrap(files: readonly BootstrapFile[]): string {
  const sections: string[] = []
  let room = MOST
  for (const { name, text, size, isCut } of files) {
    const whole = text.trim()
    if (whole === '') continue
    const shown = whole.slice(0, Math.max(0, room)).replace(/[\uD800-\uDBFF]$/, '')
    room -= shown.length
    const isShort = isCut || shown.length < whole.length
    const cut = isShort ? `\n\n[${name} was cut here; it has ${size} bytes.]` : ''
    sections.push(`# ${name}\n\n${shown}${cut}`)
  }
  return sections.length === 0 ? '' : [preamble, ...sections].join('\n\n---\n\n')
}
