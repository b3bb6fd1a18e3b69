import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import MiniSearch from 'minisearch'

// Usage: node peer-minisearch.mjs CORPUS QUERIES.json — every message a document; a session need not say all
// words in one message, so any of them will do.
const [corpus, queriesFile] = process.argv.slice(2)
const queries = JSON.parse(readFileSync(queriesFile, 'utf8'))
const index = new MiniSearch({ fields: ['text'], storeFields: ['session'] })
const start = performance.now()
let text = 0
let id = 0
for (const file of readdirSync(corpus).filter((name) => name.endsWith('.json'))) {
  const { chat_history } = JSON.parse(readFileSync(join(corpus, file), 'utf8'))
  for (const { content } of chat_history) {
    text += content.length
    index.add({ id: id++, session: file, text: content })
  }
}
const buildMs = performance.now() - start
const times = {}
for (const [name, list] of Object.entries(queries)) {
  times[name] = list.map((query) => {
    const from = performance.now()
    const sessions = new Set()
    for (const hit of index.search(query, { combineWith: 'OR' })) {
      sessions.add(hit.session)
      if (sessions.size === 10) break
    }
    return performance.now() - from
  })
}
const peakMb = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ buildMs, text, peakMb, indexBytes: null, times }))
