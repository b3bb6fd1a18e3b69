import { crc32 } from 'node:zlib'
import type { ConversationRecord } from '../../conversation/record.ts'
import { createIndexBuilder } from '../index-builder.ts'
import { segmentFormat } from './encode-segment.ts'

const samples = [
  'We were running the deploys over new connections; getUserName, rate_limiter and v2.1.3-beta failed: ECONNRESET in src/main.py twice.',
  'Nós não decidimos ainda qual das conexões será usada para as sessões; então conversamos sobre isso amanhã.',
  'Las conexiones no funcionaban porque el servidor estaba caído; mañana hablaremos de las decisiones otra vez.',
  'Wir haben die Verbindungen geprüft und die Entscheidungen über die Straße noch nicht getroffen, oder nicht?',
  '東京タワーへ行きました。用Redis缓存 한국어 문장입니다 ไทย 🚀 Ａｃｔｉｖｅ ﬁle naïve Łódź ёлка',
]

/** The mark as the analyzer and the layout of segments give it. */
export function computedMark(): string {
  return crc32([segmentFormat, ...samples.map(termsOf)].join('\n'))
    .toString(16)
    .padStart(8, '0')
}

function termsOf(content: string): string {
  const builder = createIndexBuilder()
  const message = {
    position: 0,
    message: { role: 'user', content },
    state: 'live' as const,
    turn: '',
    at: 0,
    approximate: false,
    derived: false,
  }
  const record: ConversationRecord = {
    name: 'sample',
    id: '',
    family: '',
    title: content,
    machine: false,
    private: false,
    source: undefined,
    createdAt: 0,
    updatedAt: 0,
    messages: [message],
    damage: [],
  }
  const chunks = builder.add(record)
  return JSON.stringify([builder.terms, chunks.map(({ tokens, title }) => [[...tokens], title])])
}
