import type { Disk } from '../../disk/disk.ts'
import { readLinkedText } from '../../disk/read-linked-text.ts'
import { ChatCliError } from '../../errors.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { editJsonc } from './edit-jsonc.ts'
import { editTomlTable } from './edit-toml-table.ts'
import type { McpClient } from './mcp-client.ts'
import { JsoncError, parseJsonc } from './parse-jsonc.ts'
import { entryFor, type ServerCall } from './server-call.ts'
import { type PlanOptions, settingsPath } from './settings-path.ts'

/** The name that this program has in the settings of others. */
export const entryName = 'chatcli'

/** What would become of the settings of a program. */
export interface PlannedChange {
  readonly client: McpClient
  /** The file, as the program knows it. */
  readonly path: string
  /** What stands in it; undefined when there is none. */
  readonly before: string | undefined
  /** The same as before when nothing is to be done. */
  readonly after: string
  readonly action: 'add' | 'change' | 'remove' | 'none'
}

/**
 * Works out what to write; nothing is written.
 *
 * @throws ChatCliError `refused` for a file that cannot be understood, or not changed without harm; `usage`, `storage`
 */
export async function planChange(client: McpClient, options: PlanOptions): Promise<PlannedChange> {
  const { disk, text, call } = options
  const path = settingsPath(client, options)
  const before = readSettingsFile(disk, path, text)
  const old = before === undefined ? undefined : await entryIn(client, before, path, text)
  const after = await edited(client, before ?? '', old, call, { path, text })
  const action =
    after === (before ?? '') ? 'none' : call === undefined ? 'remove' : old === undefined ? 'add' : 'change'
  return { client, path, before, after, action }
}

/** The text of a file, undefined when there is none. @throws ChatCliError `refused` when it is no UTF-8, `storage` */
export function readSettingsFile(disk: Disk, path: string, text: Catalogue): string | undefined {
  return readLinkedText(disk, path, () => unreadable(path, '', text))
}

type Values = Readonly<Record<string, unknown>>

async function entryIn(
  client: McpClient,
  before: string,
  path: string,
  text: Catalogue,
): Promise<Values | undefined> {
  const values = await valuesIn(client, before, path, text)
  const entry = (values?.[client.section] as Values | undefined | null)?.[entryName]
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? (entry as Values) : undefined
}

async function valuesIn(
  client: McpClient,
  before: string,
  path: string,
  text: Catalogue,
): Promise<Values | undefined> {
  if (client.format === 'toml') {
    const { parse, TomlError } = await import('smol-toml')
    try {
      return parse(before)
    } catch (error) {
      if (error instanceof TomlError) throw unreadable(path, `${error.line}:${error.column}`, text)
      throw error
    }
  }
  try {
    return parseJsonc(before)?.value as Values | undefined
  } catch (error) {
    if (!(error instanceof JsoncError)) throw error
    const lines = before.slice(0, error.at).split('\n')
    throw unreadable(path, `${lines.length}:${(lines.at(-1) ?? '').length + 1}`, text)
  }
}

async function edited(
  client: McpClient,
  before: string,
  old: Values | undefined,
  call: ServerCall | undefined,
  { path, text }: { readonly path: string; readonly text: Catalogue },
): Promise<string> {
  const place = [client.section, entryName] as const
  const entry = call && entryFor(client, call, old)
  const after =
    client.format === 'toml'
      ? await editTomlTable(before, place, entry)
      : editedJson(before, place, old, entry)
  if (after !== undefined) return after
  throw new ChatCliError('refused', text.mcpInstall.cannotEdit(path), {
    hint: text.mcpInstall.byHand(client.name),
  })
}

/** Member by member, so that comments inside of the entry stay. */
function editedJson(
  before: string,
  place: readonly [string, string],
  old: Values | undefined,
  entry: Values | undefined,
): string | undefined {
  if (entry === undefined || old === undefined) {
    const value =
      entry && Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))
    return editJsonc(before, place, value)
  }
  return Object.entries(entry).reduce<string | undefined>(
    (text, [key, value]) => (text === undefined ? undefined : editJsonc(text, [...place, key], value)),
    before,
  )
}

function unreadable(path: string, at: string, text: Catalogue): ChatCliError {
  const words = text.mcpInstall
  return new ChatCliError('refused', words.unreadable(at === '' ? path : `${path}:${at}`), {
    hint: words.unreadableHint,
  })
}
