import { join } from 'node:path'
import type { Disk } from '../disk/disk.ts'
import { readLinkedText } from '../disk/read-linked-text.ts'
import { ChatCliError } from '../errors.ts'

/** A config.toml that could be read. */
export interface ConfigFile {
  readonly path: string
  readonly text: string
  /** As TOML has them, by their keys. */
  readonly values: Readonly<Record<string, unknown>>
}

/** Where the file of a home is. */
export function configPath(home: string): string {
  return join(home, 'config.toml')
}

/**
 * Reads config.toml; undefined when there is none, and then no TOML code is loaded. It may be a symbolic link.
 *
 * @throws ChatCliError `usage` when it is not TOML, `storage`
 */
export async function readConfig(disk: Disk, path: string): Promise<ConfigFile | undefined> {
  const text = readConfigText(disk, path)
  return text === undefined ? undefined : parseConfig(path, text)
}

/** The text of config.toml; undefined when there is none. @throws ChatCliError `usage`, `storage` */
export function readConfigText(disk: Disk, path: string): string | undefined {
  return readLinkedText(
    disk,
    path,
    () => new ChatCliError('usage', `${path} is not UTF-8 text`, { hint: 'Convert it to UTF-8.' }),
  )
}

/**
 * Reads what stands in a text of config.toml.
 *
 * @throws ChatCliError `usage` with line and column (from 1) when it is not TOML
 */
export async function parseConfig(path: string, text: string): Promise<ConfigFile> {
  const { parse, TomlError } = await import('smol-toml')
  try {
    return { path, text, values: parse(text) }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const { line, column } = error
    // The rest of the message shows the line, which may hold a key.
    const reason = error.message.split('\n', 1)[0]?.replace(/^Invalid TOML document: /, '') ?? ''
    throw new ChatCliError('usage', `${path}, line ${line}, column ${column}: ${reason}`, {
      hint: 'Correct that line in an editor; nothing was done.',
    })
  }
}
