import type { AutoRecallText } from './auto-recall-english.ts'

const minute = 60_000
const hour = 3_600_000
const day = 86_400_000

const some = (count: number, one: string, other: string): string => `há ${count} ${count === 1 ? one : other}`

/** The same in Brazilian Portuguese. */
export const autoRecallBrazilianPortuguese: AutoRecallText = {
  ago(ms) {
    if (ms === undefined) return 'há algum tempo'
    if (ms < minute) return 'agora mesmo'
    if (ms < hour) return some(Math.floor(ms / minute), 'minuto', 'minutos')
    if (ms < day) return some(Math.floor(ms / hour), 'hora', 'horas')
    if (ms < 2 * day) return 'ontem'
    if (ms < 14 * day) return some(Math.floor(ms / day), 'dia', 'dias')
    if (ms < 60 * day) return some(Math.floor(ms / (7 * day)), 'semana', 'semanas')
    if (ms < 730 * day) return some(Math.floor(ms / (30.44 * day)), 'mês', 'meses')
    return some(Math.floor(ms / (365.25 * day)), 'ano', 'anos')
  },
  recalled: (sessions) => `lembrado: ${sessions.join(', ')}`,
  session: (name, ago) => `${name} (${ago})`,
  newest: (name, at, title) => `Conversa mais nova: ${name} (${at}${title === '' ? '' : `, "${title}"`})`,
}
