import { expect, it } from 'vitest'
import { wordMarker } from './mark-words.ts'

it('sets words off in any case, the longest first', () => {
  const marked = wordMarker(['limit', 'Limiter', 'c++'])('The LIMITER has a limit, in C++.')
  expect(marked.map(({ text, style }) => (style === 'match' ? `<${text}>` : text)).join('')).toBe(
    'The <LIMITER> has a <limit>, in <C++>.',
  )
})

it('leaves a text alone when there is nothing to set off', () => {
  expect(wordMarker(['', ''])('text')).toEqual([{ text: 'text', style: 'plain' }])
  expect(wordMarker(['x'])('')).toEqual([{ text: '', style: 'plain' }])
})
