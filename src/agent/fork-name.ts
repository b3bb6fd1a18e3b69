import type { SessionsApi } from '../chatcli.ts'

const LENGTH = 100

/** A free name for a fork of an imported session: `claude-code.tides-1a2b3c4d` gives `chatcli.tides-1a2b3c4d`. */
export function forkName(sessions: SessionsApi, from: string): string {
  const tool = sessions.summary(from).source?.tool
  const own = tool !== undefined && from.startsWith(`${tool}.`) ? from.slice(tool.length + 1) : from
  const stem = `chatcli.${own.slice(0, LENGTH).replace(/[.-]+$/, '')}`
  const taken = new Set(sessions.list().sessions.map(({ name }) => name.toLowerCase()))
  for (let n = 1; ; n++) {
    const name = n === 1 ? stem : `${stem}-${n}`
    if (!taken.has(name.toLowerCase())) return name
  }
}
