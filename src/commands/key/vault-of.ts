import { randomBytes } from 'node:crypto'
import { ChatCliError } from '../../errors.ts'
import { type HomePaths, homePaths } from '../../store/home-paths.ts'
import type { BaseContext } from '../command.ts'
import type { Vault } from './vault.ts'

/** The keys and the disk of the home that a command is about. @throws ChatCliError `key`, `usage` */
export async function vaultOf({ vault, text }: BaseContext): Promise<Vault & { readonly paths: HomePaths }> {
  if (vault === undefined) throw new ChatCliError('refused', text.key.noKey, { hint: text.key.noKeyHint })
  const opened = await vault()
  return { ...opened, paths: homePaths(opened.home) }
}

export function randomName(): string {
  return randomBytes(16).toString('hex')
}
