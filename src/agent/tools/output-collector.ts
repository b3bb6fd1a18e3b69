import { StringDecoder } from 'node:string_decoder'
import { cutMiddle } from './cut-middle.ts'

/** Collects what a program prints, in bounded memory. */
export interface OutputCollector {
  /** Takes pieces as they come; each stream needs its own, since a character may be cut in two. */
  stream(): (bytes: Uint8Array) => void
  /** What was printed, its middle left out when it is long; without NUL and escape sequences. */
  text(): string
}

const escapeSequences = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B\n]*(?:\u0007|\u001B\\))/g

/** @param most characters that are kept */
export function createOutputCollector(most: number): OutputCollector {
  const room = most * 2
  let head = ''
  let tail = ''
  let length = 0
  const push = (text: string): void => {
    length += text.length
    const free = room - head.length
    head += text.slice(0, free)
    if (text.length > free) tail = (tail + text.slice(free)).slice(-room)
  }
  return {
    stream() {
      const decoder = new StringDecoder('utf8')
      return (bytes) => push(decoder.write(Buffer.from(bytes)))
    },
    text() {
      const lost = length - head.length - tail.length
      if (lost === 0) return cutMiddle(clean(head + tail), most)
      const start = clean(head).slice(0, Math.ceil((most * 2) / 3))
      const end = clean(tail).slice(-Math.floor(most / 3))
      return `${start}\n[… ${length - start.length - end.length} characters left out …]\n${end}`
    },
  }
}

function clean(text: string): string {
  return text.replaceAll(escapeSequences, '').replaceAll('\0', '').replaceAll('\r\n', '\n')
}
