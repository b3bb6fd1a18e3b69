import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { CollectedImport } from './collect-import.suite.ts'

/** One message of an `expected….json` file. */
interface ExpectedMessage {
  readonly session: string
  readonly role: string
  readonly text: string
  readonly timestamp: string | null
  readonly branch?: boolean
  readonly images?: number
  readonly parent?: string
}

interface ExpectedSession {
  readonly id: string
  readonly title?: string | null
  readonly cwd?: string | null
  readonly branch?: string | null
  readonly model?: string | null
  readonly parent?: string | null
  /** It cannot be read. */
  readonly encrypted?: boolean
}

/**
 * Compares what was read with the lists of a sample folder: `expected.json` or another list of messages,
 * `expected.sessions.json`, `expected.sidechains.json`. Typed and answered text only is compared.
 */
export function expectSample(
  collected: CollectedImport,
  folder: string,
  messages: string = 'expected.json',
): void {
  const sides = read<ExpectedMessage>(join(folder, 'expected.sidechains.json'))
  const sessions = read<ExpectedSession>(join(folder, 'expected.sessions.json'))
  const expected = new Map<string, string[]>()
  for (const message of [...read<ExpectedMessage>(join(folder, messages)), ...sides]) {
    const list = expected.get(message.session) ?? []
    list.push(
      lineOf(message.role, message.text, message.timestamp, message.branch ?? false, message.images ?? 0),
    )
    expected.set(message.session, list)
  }
  const found = new Map<string, string[]>()
  for (const [id, conversation] of collected.conversations) {
    const list = conversation.messages.flatMap(({ message, sort, at, branch }) =>
      sort === 'text' && ['user', 'assistant'].includes(message.role)
        ? [
            lineOf(
              message.role,
              message.content.trim(),
              at === undefined ? null : new Date(at).toISOString(),
              branch !== 'active',
              message.images?.length ?? 0,
            ),
          ]
        : [],
    )
    if (list.length > 0) found.set(id, list)
  }
  const byName = (map: ReadonlyMap<string, unknown>) => Object.fromEntries(map)
  expect(byName(found)).toEqual(byName(expected))
  const parents = new Map(sides.map(({ session, parent }) => [session, parent ?? null]))
  for (const [id, parent] of parents)
    expect(collected.conversations.get(id)?.facts.parent ?? null).toBe(parent)
  for (const session of sessions.filter(({ encrypted }) => encrypted !== true)) {
    const facts = collected.conversations.get(session.id)?.facts
    const known = { title: null, cwd: null, branch: null, model: null, parent: null, ...facts }
    const keys = (['id', 'title', 'cwd', 'branch', 'model', 'parent'] as const).filter(
      (key) => key in session,
    )
    expect(Object.fromEntries(keys.map((key) => [key, known[key]]))).toEqual(
      Object.fromEntries(keys.map((key) => [key, session[key]])),
    )
  }
}

function lineOf(role: string, text: string, at: string | null, branch: boolean, images: number): string {
  return `${role}${branch ? ' (branch)' : ''}${images > 0 ? ` (${images} images)` : ''} ${at}: ${text}`
}

function read<T>(path: string): readonly T[] {
  return fs.existsSync(path) ? (JSON.parse(fs.readFileSync(path, 'utf8')) as T[]) : []
}
