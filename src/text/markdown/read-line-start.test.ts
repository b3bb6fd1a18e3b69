import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Container } from './container.ts'
import { markdownSource } from './markdown-source.suite.ts'
import {
  type Leaf,
  type LineStart,
  type OpenBlocks,
  readLineStart,
  type Undecided,
} from './read-line-start.ts'

const quote: Container = { kind: 'quote' }
const item: Container = { kind: 'item', indent: 2, delimiter: '-', number: undefined }
const nothing: OpenBlocks = { containers: [], leaf: { kind: 'none' } }

function whole(line: string, open: OpenBlocks = nothing): LineStart | Undecided {
  return readLineStart(line, true, open)
}

function blockOf(line: string, open: OpenBlocks = nothing): unknown {
  const start = whole(line, open)
  return typeof start === 'string' ? start : start.block
}

describe('readLineStart', () => {
  it.each([
    ['', { kind: 'blank' }],
    ['  text', { kind: 'text', at: 2, fresh: false }],
    ['[^1]: note', { kind: 'text', at: 0, fresh: true }],
    ['## Head ##', { kind: 'heading', depth: 2, text: 'Head' }],
    ['# C#', { kind: 'heading', depth: 1, text: 'C#' }],
    ['#hash', { kind: 'text', at: 0, fresh: false }],
    ['---', { kind: 'rule' }],
    ['* * *', { kind: 'rule' }],
    ['```js x', { kind: 'fence', fence: '```', indent: 0, info: 'js x' }],
    ['```code``` in a sentence', { kind: 'text', at: 0, fresh: false }],
    ['    code', { kind: 'indented', text: 'code' }],
    ['\tcode', { kind: 'indented', text: 'code' }],
    ['| a | b |', { kind: 'head', text: '| a | b |' }],
    ['<div class="x">', { kind: 'html', text: '<div class="x">' }],
    ['<b>bold</b> words', { kind: 'text', at: 0, fresh: false }],
    ['<https://x.example>', { kind: 'text', at: 0, fresh: false }],
    ['2024. A year', { kind: 'text', at: 6, fresh: false }],
  ])('%j', (line, block) => {
    expect(blockOf(line)).toEqual(block)
  })

  it('opens containers inside each other', () => {
    const numbered = { kind: 'item', indent: 3, delimiter: '.', number: 1 }
    expect(whole('> 1. - text')).toMatchObject({
      matched: 0,
      opened: [quote, numbered, item],
      block: { at: 7 },
    })
  })

  it('tells whether a line goes on in the containers that are open', () => {
    const open: OpenBlocks = { containers: [quote, item], leaf: { kind: 'paragraph' } }
    expect(whole('>   text', open)).toMatchObject({ matched: 2, opened: [], block: { kind: 'text', at: 4 } })
    expect(whole('> - text', open)).toMatchObject({ matched: 1, opened: [item] })
    expect(whole('text', open)).toMatchObject({ matched: 2, opened: [], block: { kind: 'text', at: 0 } })
    expect(whole('', open)).toMatchObject({ matched: 0, block: { kind: 'blank' } })
    expect(whole('# text', open)).toMatchObject({ matched: 0, block: { kind: 'heading' } })
  })

  it('keeps a paragraph together where a list may not break into it', () => {
    const open: OpenBlocks = { containers: [], leaf: { kind: 'paragraph' } }
    expect(blockOf('2024. A year', open)).toMatchObject({ kind: 'text', at: 0 })
    expect(blockOf('    indented', open)).toMatchObject({ kind: 'text', at: 4 })
    expect(whole('1. A list', open)).toMatchObject({ opened: [{ number: 1 }] })
    expect(blockOf('===', open)).toEqual({ kind: 'rule' })
  })

  it('reads code to the fence that ends it', () => {
    const open: OpenBlocks = { containers: [item], leaf: { kind: 'fence', fence: '~~~', indent: 1 } }
    expect(blockOf('   # text', open)).toEqual({ kind: 'code', text: '# text' })
    expect(blockOf('  ```', open)).toEqual({ kind: 'code', text: '```' })
    expect(blockOf('  ~~~~', open)).toEqual({ kind: 'fence-end' })
  })

  it('knows the rule of a table by its cells', () => {
    const open: OpenBlocks = { containers: [], leaf: { kind: 'head', line: '| a | b |' } }
    expect(blockOf('|:-|-:|', open)).toEqual({ kind: 'delimiter', text: '|:-|-:|' })
    expect(blockOf('--- | ---', open)).toEqual({ kind: 'delimiter', text: '--- | ---' })
    expect(blockOf('|---|', open)).toEqual({ kind: 'head', text: '|---|' })
    expect(blockOf('---', open)).toEqual({ kind: 'rule' })
  })

  it('makes text of what is deeper than any answer', () => {
    const start = whole('>'.repeat(100))
    expect(start).toMatchObject({ block: { kind: 'text', at: 32 } })
  })

  it('says the same of a line when it knows its beginning only', () => {
    const leaf = fc.constantFrom<Leaf>(
      { kind: 'none' },
      { kind: 'paragraph' },
      { kind: 'table' },
      { kind: 'html' },
      { kind: 'indented' },
      { kind: 'head', line: '| a | b |' },
      { kind: 'fence', fence: '```', indent: 0 },
    )
    const containers = fc.constantFrom<readonly Container[]>(
      [],
      [quote],
      [item],
      [quote, item],
      [item, quote],
    )
    const line = markdownSource({ code: true, controls: false }).map((text) => text.split('\n', 1)[0] ?? '')
    fc.assert(
      fc.property(line, containers, leaf, (text, open, last) => {
        const blocks: OpenBlocks = { containers: open, leaf: last }
        const decided = whole(text, blocks)
        expect(decided).not.toBeTypeOf('string')
        for (let length = 0; length < text.length; length++) {
          const early = readLineStart(text.slice(0, length), false, blocks)
          if (typeof early !== 'string') expect(early).toEqual(decided)
          if (early === 'line') break
        }
      }),
    )
  })
})
