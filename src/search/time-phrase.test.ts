import { describe, expect, it } from 'vitest'
import { timePhrases } from './time-phrase.ts'

// A Wednesday.
const now = Date.UTC(2026, 10, 25, 15, 30)
const context = { now, timeZone: 'UTC' }

function read(text: string, zone = context): string {
  return timePhrases(text, zone)
    .map(({ start, end, span }) => {
      const day = (at: number | undefined): string =>
        at === undefined ? '' : new Date(at).toISOString().slice(0, 10)
      return `${text.slice(start, end)}: ${day(span.from)}..${day(span.to)}`
    })
    .join('; ')
}

describe('timePhrases', () => {
  it.each([
    ['what did we decide last week?', 'last week: 2026-11-16..2026-11-23'],
    ['this week', 'this week: 2026-11-23..2026-11-30'],
    ['notes of last month', 'last month: 2026-10-01..2026-11-01'],
    ['this year so far', 'this year: 2026-01-01..2027-01-01'],
    ['last year', 'last year: 2025-01-01..2026-01-01'],
    ['last quarter', 'last quarter: 2026-07-01..2026-10-01'],
    ['last weekend', 'last weekend: 2026-11-21..2026-11-23'],
    ['what did I say yesterday?', 'yesterday: 2026-11-24..2026-11-25'],
    ['the day before yesterday', 'the day before yesterday: 2026-11-23..2026-11-24'],
    ['today', 'today: 2026-11-25..2026-11-26'],
    ['two weeks ago', 'two weeks ago: 2026-11-09..2026-11-16'],
    ['2 weeks ago', '2 weeks ago: 2026-11-09..2026-11-16'],
    ['3 days ago', '3 days ago: 2026-11-22..2026-11-23'],
    ['a month ago', 'a month ago: 2026-10-01..2026-11-01'],
    ['a couple of days ago', 'a couple of days ago: 2026-11-23..2026-11-24'],
    ['in the last 7 days', 'in the last 7 days: 2026-11-18..2026-11-25'],
    ['last Tuesday', 'last Tuesday: 2026-11-24..2026-11-25'],
    ['on Wednesday', 'on Wednesday: 2026-11-18..2026-11-19'],
    ['in March', 'in March: 2026-03-01..2026-04-01'],
    ['in December', 'in December: 2025-12-01..2026-01-01'],
    ['in March 2025', 'in March 2025: 2025-03-01..2025-04-01'],
    ['May 2025', 'May 2025: 2025-05-01..2025-06-01'],
    ['March 5', 'March 5: 2026-03-05..2026-03-06'],
    ['on March 5th, 2025', 'on March 5th, 2025: 2025-03-05..2025-03-06'],
    ['5 March 2025', '5 March 2025: 2025-03-05..2025-03-06'],
    ['Q3 2025', 'Q3 2025: 2025-07-01..2025-10-01'],
    ['in Q1', 'in Q1: 2026-01-01..2026-04-01'],
    ['in 2024', 'in 2024: 2024-01-01..2025-01-01'],
    ['between March and May', 'between March and May: 2026-03-01..2026-06-01'],
    ['between November and February', 'between November and February: 2025-11-01..2026-03-01'],
    ['from March to May 2024', 'from March to May 2024: 2024-03-01..2024-06-01'],
    ['since last week', 'since last week: 2026-11-16..'],
    ['before 2025-02-01', 'before 2025-02-01: ..2025-02-01'],
    ['after January', 'after January: 2026-02-01..'],
    ['on 2025-03-01', 'on 2025-03-01: 2025-03-01..2025-03-02'],
    ['há 3 dias', 'há 3 dias: 2026-11-22..2026-11-23'],
    ['há duas semanas', 'há duas semanas: 2026-11-09..2026-11-16'],
    ['três meses atrás', 'três meses atrás: 2026-08-01..2026-09-01'],
    ['o que decidimos na semana passada?', 'semana passada: 2026-11-16..2026-11-23'],
    ['mês passado', 'mês passado: 2026-10-01..2026-11-01'],
    ['ontem', 'ontem: 2026-11-24..2026-11-25'],
    ['anteontem', 'anteontem: 2026-11-23..2026-11-24'],
    ['nesta semana', 'nesta semana: 2026-11-23..2026-11-30'],
    ['em março de 2025', 'em março de 2025: 2025-03-01..2025-04-01'],
    ['em março', 'em março: 2026-03-01..2026-04-01'],
    ['de março a maio', 'de março a maio: 2026-03-01..2026-06-01'],
    ['entre março e maio', 'entre março e maio: 2026-03-01..2026-06-01'],
    ['5 de março de 2025', '5 de março de 2025: 2025-03-05..2025-03-06'],
    ['segunda-feira passada', 'segunda-feira passada: 2026-11-23..2026-11-24'],
    ['na terça-feira', 'na terça-feira: 2026-11-24..2026-11-25'],
    ['la semana pasada', 'la semana pasada: 2026-11-16..2026-11-23'],
    ['hace 3 días', 'hace 3 días: 2026-11-22..2026-11-23'],
    ['hace dos semanas', 'hace dos semanas: 2026-11-09..2026-11-16'],
    ['ayer', 'ayer: 2026-11-24..2026-11-25'],
    ['el mes pasado', 'el mes pasado: 2026-10-01..2026-11-01'],
    ['este año', 'este año: 2026-01-01..2027-01-01'],
    ['el lunes pasado', 'el lunes pasado: 2026-11-23..2026-11-24'],
    ['en marzo de 2025', 'en marzo de 2025: 2025-03-01..2025-04-01'],
    ['entre marzo y mayo', 'entre marzo y mayo: 2026-03-01..2026-06-01'],
    ['de marzo a mayo', 'de marzo a mayo: 2026-03-01..2026-06-01'],
    ['deploy yesterday morning', 'yesterday morning: 2026-11-24..2026-11-24'],
    ['last night', 'last night: 2026-11-24..2026-11-25'],
    ['on Monday afternoon', 'on Monday afternoon: 2026-11-23..2026-11-23'],
    ['a few days ago', 'a few days ago: 2026-11-19..2026-11-24'],
    ['half a year ago', 'half a year ago: 2026-05-01..2026-06-01'],
    ['twenty-one days ago', 'twenty-one days ago: 2026-11-04..2026-11-05'],
    ['the last two weeks', 'the last two weeks: 2026-11-09..2026-11-25'],
    ['in the past few weeks', 'in the past few weeks: 2026-10-12..2026-11-25'],
    ['over the weekend', 'over the weekend: 2026-11-21..2026-11-23'],
    ['the week before last', 'the week before last: 2026-11-09..2026-11-16'],
    ['Tuesday last week', 'Tuesday last week: 2026-11-17..2026-11-18'],
    ['third quarter of 2025', 'third quarter of 2025: 2025-07-01..2025-10-01'],
    ['Q3 of last year', 'Q3 of last year: 2025-07-01..2025-10-01'],
    ['first half of 2025', 'first half of 2025: 2025-01-01..2025-07-01'],
    ['March of last year', 'March of last year: 2025-03-01..2025-04-01'],
    ['early 2025', 'early 2025: 2025-01-01..2025-05-02'],
    ['the end of May 2025', 'the end of May 2025: 2025-05-21..2025-06-01'],
    ['the week of March 3', 'the week of March 3: 2026-03-02..2026-03-09'],
    ['the last week of March 2025', 'March 2025: 2025-03-01..2025-04-01'],
    ['on 2025/03/05', 'on 2025/03/05: 2025-03-05..2025-03-06'],
    ['on 25/3/2025', 'on 25/3/2025: 2025-03-25..2025-03-26'],
    ['on 3/25/2025', 'on 3/25/2025: 2025-03-25..2025-03-26'],
    ['ontem à noite', 'ontem à noite: 2026-11-24..2026-11-25'],
    ['esta manhã', 'esta manhã: 2026-11-25..2026-11-25'],
    ['semana retrasada', 'semana retrasada: 2026-11-09..2026-11-16'],
    ['há alguns dias', 'há alguns dias: 2026-11-19..2026-11-24'],
    ['há vinte dias', 'há vinte dias: 2026-11-05..2026-11-06'],
    ['nos últimos dias', 'nos últimos dias: 2026-11-19..2026-11-25'],
    ['no fim de semana passado', 'no fim de semana passado: 2026-11-21..2026-11-23'],
    ['terceiro trimestre de 2025', 'terceiro trimestre de 2025: 2025-07-01..2025-10-01'],
    ['segundo semestre de 2025', 'segundo semestre de 2025: 2025-07-01..2026-01-01'],
    ['em março do ano passado', 'em março do ano passado: 2025-03-01..2025-04-01'],
    ['no dia 5/3/2025', 'no dia 5/3/2025: 2025-03-05..2025-03-06'],
    ['no início de março', 'no início de março: 2026-03-01..2026-03-11'],
    ['sexta-feira à tarde', 'sexta-feira à tarde: 2026-11-20..2026-11-20'],
    ['ayer por la mañana', 'ayer por la mañana: 2026-11-24..2026-11-24'],
    ['anoche', 'anoche: 2026-11-24..2026-11-25'],
    ['antes de ayer', 'antes de ayer: 2026-11-23..2026-11-24'],
    ['hace unos días', 'hace unos días: 2026-11-19..2026-11-24'],
    ['el fin de semana pasado', 'el fin de semana pasado: 2026-11-21..2026-11-23'],
    ['en las últimas semanas', 'en las últimas semanas: 2026-10-12..2026-11-25'],
    ['tercer trimestre de 2025', 'tercer trimestre de 2025: 2025-07-01..2025-10-01'],
    ['en marzo del año pasado', 'en marzo del año pasado: 2025-03-01..2025-04-01'],
    ['a finales de marzo', 'a finales de marzo: 2026-03-21..2026-04-01'],
    ['el lunes de la semana pasada', 'el lunes de la semana pasada: 2026-11-16..2026-11-17'],
  ])('%s', (text, wanted) => {
    expect(read(text)).toBe(wanted)
  })

  it.each([
    'set the TTL to 90 days',
    'retry after 1 week',
    'march the troops',
    'March on',
    'Marco',
    'ask Marco about it',
    'fala com Marco',
    'em Marco confiamos',
    'may',
    'you may ignore it',
    'may 5 requests fail',
    'montemos o carro',
    'second commit',
    'the second of two',
    'last commit',
    'last minute change',
    'last day of the trial',
    'the last week of the sprint',
    'this function',
    'keep 30 days of logs',
    'a 3 day trip',
    'expires in 2 hours',
    'in 2000 ms',
    'in 2048 tokens',
    'from 2000 to 3000 rows',
    'between 1 and 3',
    'between 2 and 4 weeks',
    'every Monday',
    'Fridays',
    'sun and moon',
    'mon(itor)',
    'today()',
    'Date.today',
    'yesterday_backup.sql',
    'logs/yesterday/errors',
    'src/march.ts',
    'version 2024.1',
    'Q3',
    'answer Q2 first',
    'há 3 opções',
    'faz 3 commits',
    'de 2 a 3',
    'a segunda tentativa',
    'na segunda tentativa',
    'última versão',
    'a última semana do projeto',
    'hace falta',
    'la última versión',
    'el segundo intento',
    'mayo con patatas',
    'since version 3',
    'before the release',
    'after lunch',
    'week',
    'a year of data',
    'on 31 February',
    'April O Neil',
    'the last two days of the sprint',
    'half a year of data',
    'a few days of downtime',
    'several weeks of work',
    'end of file',
    'the end of the line',
    'beginning of the string',
    'early return',
    'late binding',
    'mid point',
    'in the middle of the function',
    'first half of the array',
    'third quarter',
    'the H1 tag',
    'H2 heading',
    'the morning standup',
    'night mode',
    'good morning',
    'the evening build',
    'a 5/3 ratio',
    '3/4 of the rows',
    '1/2',
    'on 05/03/2025',
    'src/2025/03/05.log',
    'logs/2025/03/05',
    'bom dia',
    'boa noite',
    'tarde demais',
    'no final de linha',
    'meia dúzia',
    'buenas noches',
    'medio camino',
    'a finales de línea',
    'the week of the launch',
    'before last',
    'the weekend plan',
    'weekend',
    'two Mondays',
    'hace media docena',
    'uns dias de folga',
  ])('is not fooled by: %s', (text) => {
    expect(read(text)).toBe('')
  })

  it('lives in the zone of the person, also when clocks change', () => {
    const sunday = { now: Date.UTC(2025, 10, 2, 18), timeZone: 'America/New_York' }
    const [phrase] = timePhrases('today', sunday)
    expect(new Date(phrase?.span.from ?? 0).toISOString()).toBe('2025-11-02T04:00:00.000Z')
    expect(new Date(phrase?.span.to ?? 0).toISOString()).toBe('2025-11-03T05:00:00.000Z')
  })

  it('keeps to the clock on the wall for parts of a day, also when clocks change', () => {
    const zone = { now: Date.UTC(2025, 10, 2, 23), timeZone: 'America/New_York' }
    const iso = (text: string): (string | undefined)[] => {
      const [phrase] = timePhrases(text, zone)
      return [phrase?.span.from, phrase?.span.to].map((at) => new Date(at ?? NaN).toISOString())
    }
    expect(iso('this morning')).toEqual(['2025-11-02T10:00:00.000Z', '2025-11-02T17:00:00.000Z'])
    expect(iso('last night')).toEqual(['2025-11-01T22:00:00.000Z', '2025-11-02T11:00:00.000Z'])
  })

  it('counts hours around the moment', () => {
    const [phrase] = timePhrases('two hours ago', context)
    expect([phrase?.span.from, phrase?.span.to]).toEqual([now - 9_000_000, now - 5_400_000])
  })

  it('keeps a bare date as words too', () => {
    expect(timePhrases('protocol 2025-03-26', context)[0]?.keep).toBe(true)
    expect(timePhrases('on 2025-03-26', context)[0]?.keep).toBe(false)
  })

  it('finds nothing in a paste', () => {
    expect(timePhrases('yesterday '.repeat(500), context)).toEqual([])
  })
})
