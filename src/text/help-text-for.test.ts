import { expect, it } from 'vitest'
import { helpTextFor } from './help-text-for.ts'

it('explains the same things in each language', () => {
  const shape = (value: object): unknown =>
    Object.entries(value).map(([key, inner]: [string, unknown]) =>
      typeof inner === 'object' && inner !== null ? [key, shape(inner)] : [key, inner === ''],
    )
  expect(shape(helpTextFor('pt-BR'))).toEqual(shape(helpTextFor('en')))
  expect(helpTextFor('pt-BR').examples).toBe('Exemplos:')
})

it('lists the same exit codes and operators in each language', () => {
  const first = (topic: string): string[] => topic.match(/^ +\S+/gm) ?? []
  for (const topic of ['exit-codes', 'query'] as const) {
    const english = first(helpTextFor('en').topicText[topic])
    expect(english.length).toBeGreaterThan(8)
    expect(first(helpTextFor('pt-BR').topicText[topic]).length).toBe(english.length)
  }
})
