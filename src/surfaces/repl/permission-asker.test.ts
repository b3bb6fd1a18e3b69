import { describe, expect, it } from 'vitest'
import { textFor } from '../../text/text-for.ts'
import { permissionAsker } from './permission-asker.ts'
import { scriptedLines } from './scripted-lines.suite.ts'

const request = { tool: 'run', subject: 'npm test\u001B[2J', scope: 'npm' }

describe('permissionAsker', () => {
  it.each([
    ['y', 'once'],
    ['Yes', 'once'],
    ['s', 'once'],
    ['sim', 'once'],
    ['a', 'always'],
    [' sempre ', 'always'],
    ['!', 'never'],
    ['nunca', 'never'],
    ['n', 'not-now'],
    ['', 'not-now'],
    ['constructor', 'not-now'],
    ['go on with the tides', 'not-now'],
  ])('%j is %s', async (typed, answer) => {
    const notes: string[] = []
    const lines = scriptedLines([typed])
    expect(
      await permissionAsker(
        (words) => lines.ask(words),
        (line) => notes.push(line),
        textFor('en'),
      )(request),
    ).toBe(answer)
    expect(notes).toEqual(['Allow run: npm test'])
    expect(lines.prompts).toEqual(['[y] once  [a] always, "npm"  [n] not now  [!] never: '])
  })

  it('the end of the input is not now', async () => {
    expect(
      await permissionAsker(
        (words) => scriptedLines([]).ask(words),
        () => undefined,
        textFor('en'),
      )(request),
    ).toBe('not-now')
  })

  it('shows letters that a Brazilian expects', async () => {
    const lines = scriptedLines(['s'])
    await permissionAsker(
      (words) => lines.ask(words),
      () => undefined,
      textFor('pt-BR'),
    )(request)
    expect(lines.prompts[0]).toContain('[s] uma vez')
  })
})
