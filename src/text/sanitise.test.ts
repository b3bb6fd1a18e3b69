import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeJsonControls, sanitiseForTerminal, sanitiseLine } from './sanitise.ts'

const payloads: readonly (readonly [what: string, text: string, shown: string])[] = [
  ['plain text', 'plain text, ação, 用Redis缓存, 👩‍👩‍👧', 'plain text, ação, 用Redis缓存, 👩‍👩‍👧'],
  ['line breaks and tabs', 'a\n\tb\r\nc', 'a\n\tb\nc'],
  ['colour', 'a\x1b[31mred\x1b[0m', 'ared'],
  ['colour with colons', '\x1b[38:2::255:0:0mx', 'x'],
  ['clear screen and home', '\x1b[2J\x1b[Hx', 'x'],
  ['cursor up over an earlier line', 'safe\x1b[1A\x1b[2Kevil', 'safeevil'],
  ['mouse mode', '\x1b[?1000h\x1b[?1006hx', 'x'],
  ['alternate screen', '\x1b[?1049hx', 'x'],
  ['bracketed paste end', '\x1b[201~x', 'x'],
  ['device status report', '\x1b[6nx', 'x'],
  ['sequence with intermediate bytes', '\x1b[!px\x1b[4 qy', 'xy'],
  ['title, ended by BEL', '\x1b]0;owned\x07x', 'x'],
  ['title, ended by ST', '\x1b]2;owned\x1b\\x', 'x'],
  ['clipboard', '\x1b]52;c;ZWNobyBoaQ==\x07x', 'x'],
  ['hyperlink', '\x1b]8;;https://bank.example\x1b\\bank\x1b]8;;\x1b\\', 'bank'],
  ['device control string', '\x1bP+q544e\x1b\\x', 'x'],
  ['application program command', '\x1b_Gf=24;AAAA\x1b\\x', 'x'],
  ['privacy message', '\x1b^secret\x1b\\x', 'x'],
  ['start of string', '\x1bXsecret\x1b\\x', 'x'],
  ['title without an end', '\x1b]0;owned\nstill here', '\nstill here'],
  ['device control string without an end', '\x1bPqabc', ''],
  ['a string broken off by another sequence', '\x1b]0;ow\x1b[31mned', 'ned'],
  ['sequence without an end', 'x\x1b[', 'x'],
  ['sequence broken by a line break', '\x1b[3\n1mx', '\n1mx'],
  ['parameters without an end', 'x\x1b[31;', 'x'],
  ['lone escape', 'x\x1b', 'x'],
  ['reset', '\x1bcx', 'x'],
  ['character set', '\x1b(0x', 'x'],
  ['screen alignment', '\x1b#8x', 'x'],
  ['save and restore cursor', '\x1b7x\x1b8', 'x'],
  ['escape before a line break', '\x1b\nx', '\nx'],
  ['escape inside escape', '\x1b\x1b[31mx', 'x'],
  ['sequence that removal would put together', '\x1b\x1b[0m[31mx', '[31mx'],
  ['8-bit sequence', '\x9b31mx', 'x'],
  ['8-bit title', '\x9d0;owned\x9cx', 'x'],
  ['8-bit device control string', '\x90q\x9cx', 'x'],
  ['8-bit application command, message, start of string', '\x9fa\x9c\x9eb\x9c\x98c\x9cx', 'x'],
  ['other C1 controls', 'a\x84b\x85c\x8dd', 'abcd'],
  ['carriage return over the line', 'safe\revil', 'safeevil'],
  ['backspaces', 'ab\b\bcd', 'abcd'],
  ['bell, shift out, shift in, null, delete', 'a\x07\x0e\x0f\0\x7fb', 'ab'],
  ['vertical tab and form feed', 'a\v\fb', 'ab'],
  ['bidirectional override', 'file\u202Egnp.exe', 'filegnp.exe'],
  ['bidirectional embeddings', '\u202Aa\u202Bb\u202Cc\u202Dd', 'abcd'],
  ['bidirectional isolates', '\u2066a\u2067b\u2068c\u2069', 'abc'],
  ['right-to-left text itself', 'שלום \u200Fمرحبا', 'שלום \u200Fمرحبا'],
  ['lone high surrogate', 'a\uD83Db', 'a\uFFFDb'],
  ['lone low surrogate', 'a\uDE00b', 'a\uFFFDb'],
  ['surrogate pair', 'a😀b', 'a😀b'],
  ['pair that removal puts together', '\uD83D\x07\uDE00', '😀'],
]

const forbidden = /[\0-\x08\x0B-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069]|\p{Surrogate}/u

describe('sanitiseForTerminal', () => {
  it.each(payloads)('%s', (_what, text, shown) => {
    expect(sanitiseForTerminal(text)).toBe(shown)
  })

  it('leaves nothing a terminal would act on, whatever comes in, and changes nothing twice', () => {
    const piece = fc.oneof(
      fc.constantFrom(...payloads.map(([, text]) => text)),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.integer({ min: 0, max: 0xff }).map((unit) => String.fromCharCode(unit)),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const shown = sanitiseForTerminal(pieces.join(''))
        expect(shown).not.toMatch(forbidden)
        expect(sanitiseForTerminal(shown)).toBe(shown)
        const line = sanitiseLine(pieces.join(''))
        expect(line).not.toMatch(forbidden)
        expect(line).not.toMatch(/[\n\t]/)
        expect(sanitiseLine(line)).toBe(line)
      }),
      { numRuns: 500 },
    )
  })

  it('keeps every character of text that is harmless', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!forbidden.test(text))
        expect(sanitiseForTerminal(text)).toBe(text)
      }),
      { numRuns: 300 },
    )
  })

  it('gets through a megabyte of starts without ends', () => {
    expect(sanitiseForTerminal('\x1b]'.repeat(500_000))).toBe('')
    expect(sanitiseForTerminal('\x1b[;'.repeat(300_000))).toBe('')
  })
})

describe('sanitiseLine', () => {
  it.each([
    ['two\nlines\tand a tab', 'two lines and a tab'],
    ['a\r\n\n\tb', 'a b'],
    ['a\u2028b\u2029c', 'a b c'],
    ['ad\u200Bm\u2060in\uFEFF', 'admin'],
    ['ad\u200Dm\u200Cin', 'admin'],
    ['pay\u00ADpal\u{E0041}', 'paypal'],
    ['\u200E\u200F\u061Cx', 'x'],
    ['👩‍👩‍👧 ❤️‍🔥 🏳️‍🌈', '👩‍👩‍👧 ❤️‍🔥 🏳️‍🌈'],
    ['👩\u200D\u200D\u200D', '👩\u200D'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['क्\u200Dष', 'क्\u200Dष'],
    ['\x1b]0;owned\x07title\x1b[0m', 'title'],
  ])('%j becomes %j', (text, shown) => {
    expect(sanitiseLine(text)).toBe(shown)
  })
})

describe('escapeJsonControls', () => {
  it('escapes DEL, the C1 controls and the line separators, and nothing else', () => {
    const value = { 'k\x9b': 'a\x7f\x80\x9f\u00a0é\u2028\u2029"\\\u0001😀' }
    const json = escapeJsonControls(JSON.stringify(value))
    expect(json).toBe('{"k\\u009b":"a\\u007f\\u0080\\u009f\u00a0é\\u2028\\u2029\\"\\\\\\u0001😀"}')
    expect(JSON.parse(json)).toEqual(value)
  })

  it('never changes what the JSON means', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = escapeJsonControls(JSON.stringify(value))
        expect(json).not.toMatch(/[\x7F-\x9F\u2028\u2029]/)
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
