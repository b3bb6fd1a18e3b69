import { describe, expect, it } from 'vitest'
import { shellOutput, userText } from './user-text.ts'

describe('userText', () => {
  it('drops what the program put there', () => {
    for (const text of [
      '<local-command-stdout>x</local-command-stdout>',
      '\ufeff  Caveat: The messages below were',
      'Warmup',
      '<system-reminder>\nMonday\n</system-reminder>\n',
      '<system-reminder>a</system-reminder><ide_selection>b</ide_selection>[Request interrupted by user for tool use]',
      'This session is being continued from a previous conversation that ran out',
    ])
      expect(userText(text), text).toBe('')
  })

  it('keeps what a person typed behind notes, and tags that are quoted', () => {
    expect(
      userText('<system-reminder>a</system-reminder>\n<ide_opened_file>b</ide_opened_file> Fix it'),
    ).toBe('Fix it')
    expect(userText('What does <system-reminder>x</system-reminder> mean?')).toContain('<system-reminder>')
    expect(userText('Warmup the cache')).toBe('Warmup the cache')
  })

  it('writes commands as they were typed', () => {
    const review =
      '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>src 潮</command-args>'
    expect(userText(review)).toBe('/review src 潮')
    expect(userText('<command-name>clear</command-name>')).toBe('/clear')
    expect(userText('<bash-input>git status</bash-input>')).toBe('! git status')
  })
})

it('shellOutput joins both outputs', () => {
  expect(shellOutput('<bash-stdout>clean</bash-stdout><bash-stderr>odd</bash-stderr>')).toBe('clean\nodd')
  expect(shellOutput('clean')).toBeUndefined()
})
