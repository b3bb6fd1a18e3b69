import { type ResumeTarget, shellWord } from './resume-target.ts'

const NO_TOKENS = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } }

/** A file that `opencode import` takes in: its own store is a database, which is not written to. */
export const asOpencode: ResumeTarget = {
  folder: (_, cwd) => cwd,
  history({ entries, title, cwd, startedAt, updatedAt }, { randomHex, version }) {
    const newId = sortableIds(randomHex)
    const sessionID = newId('ses', startedAt)
    const info = {
      id: sessionID,
      slug: sessionID.slice(4),
      version,
      projectID: 'global',
      directory: cwd,
      title,
      time: { created: startedAt, updated: updatedAt },
    }
    const messages: { readonly info: object; readonly parts: readonly object[] }[] = []
    let parentID = ''
    const user = (at: number, text: string, more: object): void => {
      const id = newId('msg', at)
      parentID = id
      const model = { providerID: 'unknown', modelID: 'unknown' }
      messages.push({
        info: { id, sessionID, role: 'user', time: { created: at }, agent: 'build', model },
        parts: [{ id: newId('prt', at), sessionID, messageID: id, type: 'text', text, ...more }],
      })
    }
    const assistant = (at: number, model: string, parts: readonly object[], more: object = {}): void => {
      const id = newId('msg', at)
      messages.push({
        info: {
          id,
          sessionID,
          role: 'assistant',
          parentID,
          modelID: model,
          providerID: 'unknown',
          mode: 'build',
          agent: 'build',
          path: { cwd, root: cwd },
          cost: 0,
          tokens: NO_TOKENS,
          time: { created: at, completed: at },
          finish: 'stop',
          ...more,
        },
        parts: parts.map((part) => ({ id: newId('prt', at), sessionID, messageID: id, ...part })),
      })
    }
    for (const entry of entries) {
      const { at, model } = entry
      if (entry.kind === 'uses') {
        const time = { start: at, end: at }
        const parts = entry.uses.map(({ id: callID, name: tool, input, output, isError }) => {
          const state = isError
            ? { status: 'error', input, error: output, time }
            : { status: 'completed', input, output, title: '', metadata: {}, time }
          return { type: 'tool', callID, tool, state }
        })
        assistant(at, model, parts, { finish: 'tool-calls' })
      } else if (entry.kind === 'user') user(at, entry.text, {})
      else {
        const isSummary = entry.kind === 'summary' ? { summary: true } : {}
        assistant(at, model, [{ type: 'text', text: entry.text }], isSummary)
      }
    }
    const text = `${JSON.stringify({ info, messages })}\n`
    return { id: sessionID, history: { path: `opencode-${sessionID}.json`, text } }
  },
  command: (id, file) => `opencode import ${shellWord(file)} && opencode --session ${shellWord(id)}`,
}

/** Ids whose order is that of their making, as the program's own: a time, a number, and something random. */
function sortableIds(randomHex: (digits: number) => string): (kind: string, at: number) => string {
  let last = 0n
  return (kind, at) => {
    const next = BigInt(Math.round(at)) * 4096n
    last = next > last ? next : last + 1n
    const time = BigInt.asUintN(48, last).toString(16).padStart(12, '0')
    return `${kind}_${time}${randomHex(14)}`
  }
}
