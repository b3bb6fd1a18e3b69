import type { SessionsApi } from '../chatcli.ts'
import { freeName } from '../store/free-name.ts'

const LENGTH = 100

/** A free name for a fork of an imported session: `claude-code.tides-1a2b3c4d` gives `chatcli.tides-1a2b3c4d`. */
export function forkName(sessions: SessionsApi, from: string): string {
  const tool = sessions.summary(from).source?.tool
  const own = tool !== undefined && from.startsWith(`${tool}.`) ? from.slice(tool.length + 1) : from
  const stem = `chatcli.${own.slice(0, LENGTH).replace(/[.-]+$/, '')}`
  const { sessions: readable, unreadable } = sessions.list()
  const taken = [...readable, ...unreadable].map(({ name }) => name)
  return freeName(stem, taken)
}
