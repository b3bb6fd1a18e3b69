import { describe, expect, it } from 'vitest'
import { titleOf } from './knowledge-document.ts'

const title = (source: string, text: string): string =>
  titleOf({ source, text, bytes: undefined, sections: [] })

describe('titleOf', () => {
  it.each([
    ['a.md', 'Words.\n\n# Tides and sills\n', 'Tides and sills'],
    ['a.ts', "import { x } from 'x'\n\n/** How long a berth is. In metres. */\n", 'How long a berth is'],
    ['a.py', "'''Opens the pontoon gate.'''\n", 'Opens the pontoon gate'],
    ['a.html', '<!-- The page of the harbour -->\n', 'The page of the harbour'],
    [
      'a.go',
      '// Copyright 2020 of somebody\n// Package tides knows the sill.\n',
      'Package tides knows the sill',
    ],
    ['a.sh', '#!/bin/sh of all shells\nset -e\n', ''],
  ])('%s: %j', (source, text, expected) => {
    expect(title(source, text)).toBe(expected)
  })

  it('takes no time that grows with the cube of a hostile line', () => {
    expect(title('a.ts', `//${' '.repeat(5900)}a b c\u2028d\n`)).toMatch(/^a b c/)
  })
})
