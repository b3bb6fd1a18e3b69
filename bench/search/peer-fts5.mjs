import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import Database from 'better-sqlite3'

// Usage: node peer-fts5.mjs CORPUS QUERIES.json DATABASE — every message a row, ranked by bm25() and added up by
// session, since a session need not say all words in one message; the text is not kept twice.
const [corpus, queriesFile, file] = process.argv.slice(2)
const queries = JSON.parse(readFileSync(queriesFile, 'utf8'))
rmSync(file, { force: true })
const database = new Database(file)
database.pragma('journal_mode = OFF')
database.pragma('synchronous = OFF')
database.exec("CREATE VIRTUAL TABLE messages USING fts5(text, content='', tokenize='porter unicode61')")
database.exec('CREATE TABLE places (id INTEGER PRIMARY KEY, session TEXT)')
const start = performance.now()
const addText = database.prepare('INSERT INTO messages(rowid, text) VALUES (?, ?)')
const addPlace = database.prepare('INSERT INTO places VALUES (?, ?)')
let text = 0
let id = 0
const addSession = database.transaction((name) => {
  const { chat_history } = JSON.parse(readFileSync(join(corpus, name), 'utf8'))
  for (const { content } of chat_history) {
    text += content.length
    addText.run(++id, content)
    addPlace.run(id, name)
  }
})
for (const name of readdirSync(corpus).filter((name) => name.endsWith('.json'))) addSession(name)
const buildMs = performance.now() - start
const find = database.prepare(
  `WITH found AS MATERIALIZED
     (SELECT rowid AS id, -bm25(messages) AS score FROM messages WHERE messages MATCH ?)
   SELECT session, sum(score) AS total FROM found JOIN places USING (id)
   GROUP BY session ORDER BY total DESC LIMIT 10`,
)
const times = {}
for (const [name, list] of Object.entries(queries)) {
  times[name] = list.map((query) => {
    const from = performance.now()
    find.all(
      query
        .split(' ')
        .map((word) => `"${word}"`)
        .join(' OR '),
    )
    return performance.now() - from
  })
}
const peakMb = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ buildMs, text, peakMb, indexBytes: statSync(file).size, times }))
