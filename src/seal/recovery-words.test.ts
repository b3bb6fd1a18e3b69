import { describe, expect, it } from 'vitest'
import { masterKeyOf } from './master-key.ts'
import { keyOfWords, recoveryWords } from './recovery-words.ts'

const master = masterKeyOf(Uint8Array.from({ length: 32 }, (_, i) => i))

describe('the recovery sheet', () => {
  it('is 24 words that are the key, numbered or not', async () => {
    const words = await recoveryWords(master)
    expect(words).toHaveLength(24)
    expect(await keyOfWords(words.join('  ').toUpperCase())).toEqual(master)
    expect(await keyOfWords(words.map((word, i) => `${i + 1}. ${word}`).join('\n'))).toEqual(master)
  })

  it('notices a wrong word, two that are swapped, and one too few', async () => {
    const words = await recoveryWords(master)
    const swapped = [words[1], words[0], ...words.slice(2)].join(' ')
    await expect(keyOfWords(swapped)).rejects.toThrow('swapped')
    await expect(keyOfWords(['walrusses', ...words.slice(1)].join(' '))).rejects.toThrow('"walrusses"')
    await expect(keyOfWords(words.slice(1).join(' '))).rejects.toThrow('23 words')
  })
})
