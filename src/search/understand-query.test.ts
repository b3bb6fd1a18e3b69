import { describe, expect, it } from 'vitest'
import type { ConversationRecord } from '../conversation/record.ts'
import { makeRecord } from './make-record.suite.ts'
import { memoryIndex } from './memory-index.ts'
import { searchIndex } from './search.ts'
import type { SearchResult } from './search-result.ts'

const now = Date.UTC(2026, 10, 25)
const portuguese = makeRecord('reuniao', [
  'as decisões da reunião sobre as filas ficaram para amanhã',
  'não foi isso que a gente disse, mas também não importa',
])
const spanish = makeRecord('viaje', ['reservamos los billetes para el viaje con los niños en la estación'])
const english = makeRecord('deploy', ['the configuration of the deployment was wrong', 'a goroutine leaks'])
const filler = ['a walk by the river', 'bread and butter', 'rain all day'].map((text, i) =>
  makeRecord(`filler-${i}`, [text]),
)
const records = [portuguese, spanish, english, ...filler]

function ask(query: string, among: readonly ConversationRecord[] = records): SearchResult {
  return searchIndex(memoryIndex(among), query, { now, timeZone: 'UTC' })
}
const names = (query: string): string[] => ask(query).sessions.map((session) => session.name)

describe('a query in the language of a session', () => {
  it.each([
    ['decisão', 'reuniao'],
    ['decisao', 'reuniao'],
    ['reuniões', 'reuniao'],
    ['reservar billete', 'viaje'],
    ['estaciones', 'viaje'],
    ['configurations', 'deploy'],
  ])('%s', (query, name) => {
    const [hit] = ask(query).sessions
    expect(hit?.name).toBe(name)
    const snippet = hit?.messages[0]?.snippet
    expect(snippet?.matches.length).toBeGreaterThan(0)
  })

  it('keeps to one language', () => {
    expect(names('lang:pt filas')).toEqual(['reuniao'])
    expect(names('lang:es filas')).toEqual([])
    expect(names('lang:english filas')).toEqual([])
  })
})

describe('the beginning of a word', () => {
  it('finds every word that begins so', () => {
    expect(names('config*')).toEqual(['deploy'])
    expect(names('deplo* wrong')).toEqual(['deploy'])
    expect(names('gorou*')).toEqual(['deploy'])
    expect(names('RESERV*')).toEqual(['viaje'])
    expect(names('zzz*')).toEqual([])
    expect(ask('config*').sessions[0]?.messages[0]?.snippet.matches).toHaveLength(1)
  })

  it('is plain text when it is too short', () => {
    expect(ask('a*').unknown).toEqual([])
    expect(names('*')).toEqual(expect.arrayContaining(['deploy']))
  })
})

describe('a misspelt word', () => {
  it.each([
    ['gorutine', 'goroutine'],
    ['goroutien', 'goroutine'],
    ['configuraton', 'configuration'],
    ['doployment', 'deployment'],
    ['oroutine', 'goroutine'],
  ])('%s is read as %s, and said', (typed, read) => {
    const found = ask(typed)
    expect(found.sessions.map((session) => session.name)).toEqual(['deploy'])
    expect(found.suggestions).toEqual([{ typed, read }])
    expect(found.unknown).toEqual([])
  })

  it.each(['brad', 'e1042', 'rivers', 'wrong'])('%s is not mended', (typed) => {
    expect(ask(typed).suggestions).toEqual([])
  })

  it('is taken literally in quotes', () => {
    expect(ask('"gorutine"').sessions).toEqual([])
  })
})

describe('when nothing is an answer', () => {
  it('a name nobody ever wrote is what the question was about', () => {
    expect(names('the configuration of Zanzibar')).toEqual([])
    expect(names('the configuration of zanzibar')).toEqual(['deploy'])
    expect(names('wrong configuration deployment leaks')).toEqual(['deploy'])
  })
})
