import { describe, expect, it } from 'vitest'
import { completeOperator } from './complete-operator.ts'

const values = { names: ['proj-acme', 'proj-anvil', 'tide-notes'], sources: ['otter-code'] }

function complete(text: string): readonly [string | undefined, ...(readonly string[])] {
  const cursor = text.includes('|') ? text.indexOf('|') : text.length
  const done = completeOperator({ text: text.replace('|', ''), cursor }, values)
  if (done === undefined) return [undefined]
  const { line, proposals } = done
  return [`${line.text.slice(0, line.cursor)}|${line.text.slice(line.cursor)}`, ...proposals]
}

describe('completeOperator', () => {
  it.each([
    ['ro', ['role:|', 'role:']],
    ['cache ro', ['cache role:|', 'role:']],
    ['-ro', ['-role:|', 'role:']],
    ['role:', ['role:|', 'role:user', 'role:assistant', 'role:tool']],
    ['role:a', ['role:assistant |']],
    ['ha', ['has:code |']],
    ['be', ['before:|', 'before:']],
    ['in:', [undefined]],
    ['in:t', ['in:tide-notes |']],
    ['in:pr', ['in:proj-a|', 'in:proj-acme', 'in:proj-anvil']],
    ['source:o', ['source:otter-code |']],
    ['ro| cache', ['role:| cache', 'role:']],
    ['', [undefined]],
    ['cache ', [undefined]],
    ['limiter', [undefined]],
    ['role:user', ['role:user |']],
  ])('%j gives %j', (typed, expected) => {
    expect(complete(typed)).toEqual(expected)
  })
})
