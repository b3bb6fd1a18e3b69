import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { followLink } from './follow-link.ts'

let folder: string

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'chatcli-link-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (...parts: string[]): string => join(folder, ...parts)

describe('followLink', () => {
  it('is the path itself where there is no link, or nothing', () => {
    writeFileSync(at('file'), 'x')
    expect(followLink(at('file'))).toBe(at('file'))
    expect(followLink(at('nothing', 'here'))).toBe(at('nothing', 'here'))
  })

  it('follows links to links, relative to where each stands', () => {
    mkdirSync(at('dotfiles'))
    writeFileSync(at('dotfiles', 'config.toml'), 'x')
    symlinkSync('config.toml', at('dotfiles', 'second'))
    symlinkSync('dotfiles', at('folder'))
    symlinkSync('folder/second', at('first'))
    expect(followLink(at('first'))).toBe(at('dotfiles', 'config.toml'))
  })

  it('gives a target that is not there yet', () => {
    symlinkSync('later/config.toml', at('first'))
    expect(followLink(at('first'))).toBe(at('later', 'config.toml'))
  })

  it('stays with the path when links go in a circle', () => {
    symlinkSync('b', at('a'))
    symlinkSync('a', at('b'))
    expect(followLink(at('a'))).toBe(at('a'))
  })
})
