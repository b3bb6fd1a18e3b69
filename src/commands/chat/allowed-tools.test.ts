import { describe, expect, it } from 'vitest'
import { textFor } from '../../text/text-for.ts'
import { allowedTools } from './allowed-tools.ts'

const text = textFor('en')

describe('allowedTools', () => {
  it.each([
    ['', []],
    ['run', ['run']],
    ['@run, Edit,session,bootstrap', ['run', 'write', 'session', 'bootstrap']],
  ])('reads %j', (allow, tools) => {
    expect(allowedTools(allow === '' ? {} : { allow }, text)).toEqual(tools)
  })

  it('refuses what never asks', () => {
    expect(() => allowedTools({ allow: 'run,read' }, text)).toThrow('--allow cannot be "read"')
  })
})
