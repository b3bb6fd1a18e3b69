import { expect, it } from 'vitest'
import { languageOf } from './language-of.ts'

it.each(['pt', 'PT', 'pt-BR', 'pt_BR', 'pt_BR.UTF-8', 'pt_PT', 'pt.UTF-8', 'pt@euro'])(
  '%s is Brazilian Portuguese',
  (tag) => {
    expect(languageOf(tag)).toBe('pt-BR')
  },
)

it.each(['', 'en', 'en_US.UTF-8', 'C', 'C.UTF-8', 'POSIX', 'de', 'ptx', 'xpt', 'es_ES'])(
  '%j is English',
  (tag) => {
    expect(languageOf(tag)).toBe('en')
  },
)
