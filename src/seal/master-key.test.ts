import { describe, expect, it } from 'vitest'
import { ChatCliError } from '../errors.ts'
import { masterKeyOf, parseMasterKey } from './master-key.ts'

const bytes = Buffer.alloc(32, 7)
const text = bytes.toString('base64')

function problem(given: string): string {
  try {
    parseMasterKey(given, 'CHATCLI_ENCRYPTION_KEY')
  } catch (error) {
    if (error instanceof ChatCliError && error.code === 'key') return `${error.message} | ${error.hint}`
    throw error
  }
  return 'taken'
}

describe('a key', () => {
  it('is 32 bytes in base64, white space around it aside', () => {
    expect(parseMasterKey(`\n ${text}\r\n`, 'x').bytes).toEqual(bytes)
    // A fixed id: it must never change, files name it.
    expect(masterKeyOf(bytes).id).toBe('a164ffbe7444376e')
  })

  it('is nothing else, and the error says why and how to make one, not what was given', () => {
    const short = Buffer.alloc(31, 1).toString('base64')
    const long = Buffer.alloc(33, 1).toString('base64')
    const url = Buffer.alloc(32, 0xfb).toString('base64url')
    // The last character before the padding carries two bits that must be 0.
    const loose = `${text.slice(0, 42)}d=`
    const given = [
      '',
      ' ',
      'correct horse battery staple',
      short,
      long,
      url,
      loose,
      `${text}=`,
      text.slice(0, -1),
    ]
    const found = given.map(problem)
    expect(found.filter((said) => !said.includes('openssl rand -base64 32'))).toEqual([])
    expect(found[0]).toContain('it is empty')
    expect(found[3]).toContain('31 bytes')
    expect(found[4]).toContain('33 bytes')
    expect(found[5]).toContain('URL form')
    for (const [i, said] of found.entries()) if (given[i]?.trim()) expect(said).not.toContain(given[i])
  })
})
