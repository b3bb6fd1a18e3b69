import { headOf } from '../../store/sealed/home-head.ts'
import type { BaseContext, CommandResult } from '../command.ts'
import { vaultOf } from './vault-of.ts'

/** What the home holds now, to be kept elsewhere. @throws ChatCliError `key`, `storage` */
export async function runHead(context: BaseContext): Promise<CommandResult> {
  const { disk, paths } = await vaultOf(context)
  const head = headOf(disk, paths, new Date(context.now()).toISOString())
  return { text: JSON.stringify(head), json: { ...head }, notes: [context.text.key.headHint] }
}
