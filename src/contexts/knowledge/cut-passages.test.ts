import { describe, expect, it } from 'vitest'
import { cutPassages, longestPassage } from './cut-passages.ts'

const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i}`).join(' ')

describe('cutPassages', () => {
  it('begins a passage at each heading once there is enough, with the headings it stands under', () => {
    const text = `# Guide\n\n${words(60)}\n\n## Tides\n\n${words(70)}\n\n### Springs\n\n${words(70)}\n\n## Winds\n\n${words(20)}\n`
    const passages = cutPassages('guide.md', text)
    expect(passages.map(({ headings }) => headings)).toEqual([
      ['Guide'],
      ['Guide', 'Tides'],
      ['Guide', 'Tides', 'Springs'],
      ['Guide', 'Winds'],
    ])
    expect(passages.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [1, 4],
      [5, 8],
      [9, 12],
      [13, 15],
    ])
    expect(passages.map(({ above }) => above)).toEqual([0, 1, 2, 1])
  })

  it('keeps small sections together', () => {
    const [only, ...others] = cutPassages('a.md', '# A\n\none\n\n## B\n\ntwo\n\n## C\n\nthree\n')
    expect(others).toEqual([])
    expect(only).toMatchObject({ startLine: 1, endLine: 11, headings: ['A'] })
  })

  it('takes no heading from a block of code', () => {
    const text = `# Real\n\n\`\`\`sh\n# a comment\nmake\n\`\`\`\n\n${words(300)}\n`
    expect(cutPassages('a.md', text).every(({ headings }) => headings.join() === 'Real')).toBe(true)
  })

  it('begins a passage of code with a declaration and the comment above it', () => {
    const body = (name: string): string =>
      `/** What ${name} does. */\nexport function ${name}(): void {\n${`  call${name}(${'x'.repeat(40)})\n`.repeat(9)}}\n`
    const passages = cutPassages(
      'a.ts',
      `import { x } from 'x'\n\n${body('first')}\n${body('second')}\n${body('third')}`,
    )
    expect(passages.map(({ text }) => text.split('\n')[0])).toEqual([
      "import { x } from 'x'",
      '/** What second does. */',
      '/** What third does. */',
    ])
    expect(passages[1]?.headings).toEqual(['export function second(): void'])
  })

  it('says the two lines before again where it must cut inside of something, and names what that is', () => {
    const lines = Array.from({ length: 60 }, (_, i) => `    step_${i}(${'a'.repeat(30)})`)
    const text = `class Boat:\n  def sail(self):\n${lines.join('\n')}\n`
    const passages = cutPassages('boat.py', text)
    expect(passages.length).toBeGreaterThan(1)
    for (const [i, passage] of passages.entries()) {
      const before = passages[i - 1]
      if (before === undefined) continue
      expect(passage.startLine).toBe(before.endLine - 1)
      expect(passage.headings).toEqual(['class Boat', 'def sail(self)'])
      expect(passage.above).toBe(2)
    }
  })

  it('cuts a long line between sentences or words, and never inside of a character', () => {
    const passages = cutPassages('a.txt', `${`${words(12)}. `.repeat(40)}\n${'a👩‍👩‍👧'.repeat(600)}`)
    for (const { text } of passages) expect(text.length).toBeLessThanOrEqual(longestPassage)
    expect(passages[0]?.text.endsWith('. ')).toBe(true)
    const second = passages.filter(({ startLine }) => startLine === 2)
    expect(second.length).toBeGreaterThan(3)
    expect(second.map(({ text }) => text.replaceAll(/a|👩‍👩‍👧/gu, ''))).toEqual(second.map(() => ''))
  })

  it.each([
    ['docs/x.md', '# T\n\n'],
    ['x.go', 'package x\n\n'],
    ['x.csv', ''],
  ])('%s: passages cover every line that says something, and say what stands there', (path, head) => {
    const text =
      head +
      Array.from({ length: 400 }, (_, i) => (i % 7 === 0 ? '' : `${' '.repeat(i % 5)}${words(i % 20)}`)).join(
        '\r\n',
      )
    const lines = text.split('\n')
    const covered = new Set<number>()
    for (const passage of cutPassages(path, text)) {
      expect(passage.text).toBe(text.slice(passage.start, passage.end))
      expect(passage.text.length).toBeLessThanOrEqual(longestPassage)
      expect(passage.text.replace(/\n$/, '')).toBe(
        lines.slice(passage.startLine - 1, passage.endLine).join('\n'),
      )
      for (let line = passage.startLine; line <= passage.endLine; line++) covered.add(line)
    }
    expect(lines.flatMap((line, i) => (/\w/.test(line) && !covered.has(i + 1) ? [i + 1] : []))).toEqual([])
  })

  it('gives nothing for a text that says nothing', () => {
    expect(cutPassages('a.md', '')).toEqual([])
    expect(cutPassages('a.ts', '\n\n{}\n')).toEqual([])
  })
})
