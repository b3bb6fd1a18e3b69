import { describe, expect, it } from 'vitest'
import { decodeLine } from '../../src/conversation/line-codec.ts'
import {
  damagedTranscripts,
  letters,
  lines,
  messageLines,
  path,
  whole,
  withTranscript,
  words,
} from './damaged-transcript.suite.ts'
import { found, said, testHome, turns, user } from './test-home.suite.ts'

describe('a transcript cut off', () => {
  it('at any byte of its last three lines loses no whole line, and the next append stands on its own', () => {
    const from = lines.at(-3)?.start ?? 0
    const cuts = whole.length - from
    expect(cuts).toBeGreaterThan(400)
    const { home, name, record } = withTranscript(whole)
    for (let cut = from; cut < whole.length; cut++) {
      home.put(path, whole.subarray(0, cut))
      const intact = messageLines.filter((i) => (lines[i]?.end ?? Infinity) <= cut).length
      const expected = 'abcdefghij'.slice(0, intact)
      const before = record()
      expect(letters(before), `cut at ${cut}`).toBe(expected)
      const isTorn = !lines.some(({ start, end }) => cut === end || cut === end + 1 || cut === start)
      expect(before.damage.length, `cut at ${cut}`).toBe(isTorn ? 1 : 0)

      const live = home.chatcli.sessions.open(name())
      live.append([user('about zelkova')])
      const after = record()
      expect(letters(after).replace('-', ''), `cut at ${cut}`).toBe(`${expected}z`)
      expect(letters(after).slice(0, intact), `cut at ${cut}`).toBe(expected)
      expect(home.bytes(path).subarray(0, cut).equals(whole.subarray(0, cut)), `cut at ${cut}`).toBe(true)
      if (cut % 40 === 0) expect(found(home.surface(), 'zelkova')).toHaveLength(1)
    }
  })
})

describe('a transcript with one bit flipped', () => {
  const line = lines[messageLines[4] ?? 0] ?? { start: 0, end: 0 }
  const flipped = (at: number, bit: number): Buffer => {
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
    return bytes
  }

  it('anywhere in a line has no intact line there', () => {
    let flips = 0
    for (let at = line.start; at < line.end; at++) {
      for (let bit = 0; bit < 8; bit++, flips++) {
        const { status } = decodeLine(flipped(at, bit).subarray(line.start, line.end))
        expect(status, `bit ${bit} of byte ${at - line.start}`).toBe('damaged')
      }
    }
    expect(flips).toBeGreaterThan(2000)
  })

  it('names the damage, keeps every position, and hides nothing but that line', () => {
    const { record, home, name } = withTranscript(whole)
    for (let at = line.start; at < line.end; at++) {
      home.put(path, flipped(at, at % 8))
      const found = record()
      expect(letters(found), `bit ${at % 8} of byte ${at - line.start}`).toBe('abcd-fghij')
      expect(found.damage.length, `bit ${at % 8} of byte ${at - line.start}`).toBeGreaterThan(0)
      if (at % 60 !== 0) continue
      for (const word of words.filter((word) => word !== 'eucalyptus'))
        expect(home.chatcli.search(word).sessions.map((hit) => hit.name)).toEqual([name()])
    }
  })
})

describe('a transcript with', () => {
  it.each(damagedTranscripts)('%s', (what, make, expected, damage) => {
    const { home, name, record } = withTranscript(make())
    const found = record()
    expect(letters(found)).toBe(expected)
    expect(found.damage.length).toBe(damage)
    for (const piece of found.damage) {
      expect(piece.file).toBe(path)
      expect(piece.reason).not.toBe('')
      expect(piece.length).toBeGreaterThan(0)
    }
    expect(found.messages.map(({ position }) => position)).toEqual(found.messages.map((_, i) => i))
    for (const [i, word] of words.entries()) {
      const hits = home.chatcli.search(word).sessions
      expect(
        hits.map((hit) => hit.name),
        `${what}: ${word}`,
      ).toEqual(expected.includes('abcdefghij'[i] ?? '') ? [name()] : [])
    }
    expect(home.chatcli.transcripts.stats(name())).toMatchObject({
      missing: expected.split('-').length - 1,
      damage: found.damage,
    })
    const page = home.chatcli.page(name(), { limit: 200 })
    expect(page.total).toBe(expected.length)
    expect(page.messages.map(({ state }) => (state === 'missing' ? '-' : '.')).join('')).toBe(
      expected.replaceAll(/[a-z]/g, '.'),
    )
    const before = home.bytes(path)
    const live = home.chatcli.sessions.open(name())
    live.append([user('about zelkova')])
    live.close()
    expect(home.bytes(path).subarray(0, before.length).equals(before)).toBe(true)
    expect(letters(record())).toBe(`${expected}z`)
  })

  it('any of this done to it keeps what its session file has', () => {
    for (const [what, make] of damagedTranscripts) {
      const home = testHome()
      home.chatcli.sessions.save('trees', turns(1, 'other'))
      const live = home.chatcli.sessions.open('trees')
      live.append([user('the last words')])
      live.save()
      live.close()
      home.put(home.transcript('trees'), make())
      const loaded = said(home.surface(), 'trees')
      for (const text of ['other question 0', 'other answer 0', 'the last words'])
        expect(loaded, what).toContain(text)
      expect(found(home.surface(), 'last words'), what).toEqual(['trees'])
    }
  })
})
