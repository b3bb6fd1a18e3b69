import type { BaseContext, CommandInput, CommandResult } from '../command.ts'
import { badVerb } from './bad-verb.ts'

export const keyVerbs: readonly string[] = ['status', 'init', 'rotate', 'recovery']

/** `key`, `key status`, `key init`, … @throws ChatCliError `usage`, `key`, `storage` */
export async function runKey(context: BaseContext, input: CommandInput): Promise<CommandResult> {
  const [verb = 'status'] = input.words
  switch (verb) {
    case 'status':
      return (await import('./key-status.ts')).keyStatus(context)
    case 'init':
      return (await import('./key-init.ts')).keyInit(context)
    case 'rotate':
      return (await import('./key-rotate.ts')).keyRotate(context)
    case 'recovery':
      return (await import('./key-recovery.ts')).keyRecovery(context, input)
    default:
      throw badVerb(context.text, 'key', verb, keyVerbs)
  }
}
