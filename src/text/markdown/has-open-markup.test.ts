import { describe, expect, it } from 'vitest'
import { hasOpenMarkup } from './has-open-markup.ts'

describe('hasOpenMarkup', () => {
  it.each([
    'plain words',
    '**bold**',
    '**bold *both* bold**',
    '***both***',
    'snake_case_name',
    '2 * 3 * 4',
    '`code`',
    '``a ` b``',
    '`**`',
    '[words](http://x.example/a(b)c)',
    '[words]',
    '[^1]:',
    '\\*not',
    '\\`not',
    '~5',
    '~~struck~~',
    'a < b',
    '<b>',
    '<https://x.example>',
    '**注意：**请看',
    '看**「引号」**的',
  ])('%j is complete', (text) => {
    expect(hasOpenMarkup(text)).toBe(false)
  })

  it.each([
    '**bold',
    '*em',
    '_em',
    '**bold *both*',
    '`code',
    '``a ` b',
    '[words',
    '[words](http://x.example',
    '![image',
    '~~struck',
    '<a href="x"',
    '看**「引号」',
    'a*b',
  ])('%j may go on', (text) => {
    expect(hasOpenMarkup(text)).toBe(true)
  })
})
