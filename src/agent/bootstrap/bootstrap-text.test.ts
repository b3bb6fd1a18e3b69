import { describe, expect, it } from 'vitest'
import { bootstrapText } from './bootstrap-text.ts'

const of = (text: string, size?: number, most = Infinity): ReturnType<typeof bootstrapText> => {
  const bytes = Buffer.from(text).subarray(0, most)
  return bootstrapText(bytes, size ?? bytes.length)
}

describe('bootstrapText', () => {
  it('gives the text as it is, without a byte order mark', () => {
    expect(of('\uFEFFBe kind.\r\n\n  Olá 😀')).toEqual({ text: 'Be kind.\r\n\n  Olá 😀' })
    expect(of('')).toEqual({ text: '' })
    expect(of('binary')).toEqual({ text: 'binary' })
  })

  it('gives whole lines of a file that is longer', () => {
    expect(of('one\ntwo\nthr', 100)).toEqual({ text: 'one\ntwo\n' })
  })

  it.each([1, 2, 3, 4])('cuts no character, %d bytes into it', (more) => {
    expect(of('ab😀😀', 1000, 2 + more)).toEqual({ text: more === 4 ? 'ab😀' : 'ab' })
  })

  it('takes no bytes that are no text', () => {
    expect(bootstrapText(Uint8Array.of(65, 0, 66), 3)).toEqual({ unfit: 'binary' })
    expect(bootstrapText(Uint8Array.of(65, 0xff, 66), 3)).toEqual({ unfit: 'not-utf8' })
    expect(bootstrapText(Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x80), 100)).toEqual({ unfit: 'not-utf8' })
    // Half a character at the end of a whole file is one that is missing.
    expect(bootstrapText(Uint8Array.of(65, 0xc3), 2)).toEqual({ unfit: 'not-utf8' })
  })
})
