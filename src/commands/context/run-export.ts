import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { writeDurably } from '../../disk/write-durably.ts'
import { ChatCliError } from '../../errors.ts'
import { sanitiseForTerminal, sanitiseLine } from '../../text/sanitise.ts'
import type { CommandInput, CommandResult } from '../command.ts'
import { checkWordCount, isOn, wordAt } from '../input-values.ts'
import { type ContextCommandContext, contextsOf, workOf } from './context-command.ts'
import { expandPath } from './expand-path.ts'

/** `context export NAME [PATH|-]`: a file that `context import` reads, also elsewhere. */
export async function runExportContext(
  context: ContextCommandContext,
  input: CommandInput,
): Promise<CommandResult> {
  const { text, disk, isTerminal } = context
  const name = wordAt(text, input, 0, 'NAME')
  checkWordCount(text, input, 2)
  const contexts = await contextsOf(context)
  const found = contexts.find(name)
  const work = workOf(context)
  try {
    const content = await contexts.export(name, work)
    const facts = { id: found.id, name: found.name }
    if (input.words[1] === '-') {
      const whole = content.trimEnd()
      return {
        text: isTerminal ? sanitiseForTerminal(whole) : whole,
        json: { ...facts, path: null, text: content },
      }
    }
    const target = targetOf(context, found.name, input.words[1])
    try {
      writeDurably(disk, target, Buffer.from(content), {
        replace: isOn(input, 'force'),
        randomName: () => randomBytes(12).toString('hex'),
      })
    } catch (error) {
      if (!(error instanceof ChatCliError) || error.code !== 'exists') throw error
      throw new ChatCliError('exists', error.message, { hint: text.exportExistsHint, cause: error })
    }
    return {
      text: text.context.exported(sanitiseLine(found.name), sanitiseLine(target)),
      json: { ...facts, path: target, text: null },
    }
  } finally {
    work.done()
  }
}

function targetOf(context: ContextCommandContext, name: string, path: string | undefined): string {
  const { disk, cwd } = context
  const given = resolve(cwd, expandPath(path ?? '.', context))
  if (path !== undefined && disk.stat(`${given}/.`)?.kind !== 'folder') return given
  return join(given, `${name.replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')}.context.json`)
}
