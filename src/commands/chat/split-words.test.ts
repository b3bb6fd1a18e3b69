import { describe, expect, it } from 'vitest'
import { splitWords } from './split-words.ts'

describe('splitWords', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['  save   notes  ', ['save', 'notes']],
    ['search "token bucket" -redis', ['search', 'token bucket', '-redis']],
    [`say 'it is' "a \\"quoted\\" word"`, ['say', 'it is', 'a "quoted" word']],
    ['search "never closed', ['search', 'never closed']],
    ['""', ['']],
    ["don't", ["don't"]],
    ['uma sessão\tnova', ['uma', 'sessão', 'nova']],
  ])('%j', (line, words) => {
    expect(splitWords(line)).toEqual(words)
  })
})
