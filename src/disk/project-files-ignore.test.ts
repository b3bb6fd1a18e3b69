import { describe, expect, it } from 'vitest'
import { isIgnored, readIgnoreRules } from './project-files-ignore.ts'

describe('isIgnored', () => {
  const ignored = (text: string, path: string, isFolder = false): boolean =>
    isIgnored(path, isFolder, readIgnoreRules(text, ''))

  it.each([
    ['*.log', 'a/b.log', true],
    ['/a.log', 'b/a.log', false],
    ['{a,b}', 'a', false],
    ['x{a}', 'x{a}', true],
    ['[[:alpha:]]', 'A', true],
    ['\\#c', '#c', true],
    ['# c', 'c', false],
    ['a/**/b', 'a/x/y/b', true],
    ['*\n!keep', 'keep', false],
    ['A', 'a', false],
    ['\uFEFFa', 'a', true],
    ['', 'node_modules', true],
  ])('%j about %s: %s', (text, path, expected) => {
    expect(ignored(text, path)).toBe(expected)
  })

  it('takes a pattern with a slash at its end for folders only', () => {
    expect(ignored('build/', 'build', true)).toBe(true)
    expect(ignored('build/', 'build')).toBe(false)
  })

  it('lets a nearer file take back what one farther up says, for what is inside too', () => {
    const rules = [...readIgnoreRules('sub/b/\n*.log', ''), ...readIgnoreRules('!b/\n!own.log', 'sub/')]
    expect(isIgnored('sub/b', true, rules)).toBe(false)
    expect(isIgnored('sub/b/file', false, rules)).toBe(false)
    expect(isIgnored('sub/own.log', false, rules)).toBe(false)
    expect(isIgnored('sub/other.log', false, rules)).toBe(true)
    expect(isIgnored('own.log', false, rules)).toBe(true)
  })
})
