import { describe, expect, it } from 'vitest'
import { ChatCliError } from '../errors.ts'
import { checkSessionName, isSafeName, suggestName } from './session-name.ts'

describe('session names', () => {
  it('take letters, digits, dots, underscores and hyphens, up to 128', () => {
    for (const name of ['a', 'debug-api', 'v2.1_notes', '__proto__'.slice(2), 'x'.repeat(128)]) {
      expect(checkSessionName(name)).toBe(name)
    }
  })

  it('refuse everything a file system might take for something else', () => {
    const refused = [
      '',
      '.',
      '..',
      'a..b',
      'a.',
      '-a',
      '_a',
      'a/b',
      'a\\b',
      'a b',
      'x'.repeat(129),
      'a\0',
      'ação',
      '../x',
    ]
    const devices = ['con', 'CON.json', 'nul.tar.gz', 'lpt1', 'Com9.txt', 'aux', 'prn']
    for (const name of [...refused, ...devices]) expect(isSafeName(name), name).toBe(false)
    for (const name of ['console', 'com10', 'nullable']) expect(isSafeName(name), name).toBe(true)
  })

  it('keep the prefixes of the program from people', () => {
    expect(() => checkSessionName('autosave-plan')).toThrow(ChatCliError)
    expect(() => checkSessionName('MCP-x')).toThrow(ChatCliError)
    expect(checkSessionName('autosave-20260101-000000', { machine: true })).toBe('autosave-20260101-000000')
  })

  it('propose a valid form', () => {
    const proposals = {
      'documentação-site': 'documentacao-site',
      'a b/c': 'a-b-c',
      con: 'session-con',
      日本: 'session',
    }
    for (const [text, name] of Object.entries(proposals)) expect(suggestName(text), text).toBe(name)
    for (const text of ['..', 'autosave-x', 'a..', 'x'.repeat(300), 'nul.txt', '\0', 'ÀÉ .']) {
      expect(checkSessionName(suggestName(text)), text).toBeTruthy()
    }
  })
})
