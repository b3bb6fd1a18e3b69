import { randomBytes, randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { carriedConversation } from '../importers/export-as/carried-conversation.ts'
import { exportAs, resumeTools } from '../importers/export-as/export-as.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { CommandContext, CommandInput, CommandResult } from './command.ts'
import { expandPath } from './context/expand-path.ts'
import { importMachine } from './import/import-machine.ts'
import { checkWordCount, choiceOf, isOn, textOption, wordAt } from './input-values.ts'
import { runExport } from './run-export.ts'
import { version } from './version.ts'

/** `session export NAME`: in a format of this program, or with `--as` as a history that another tool goes on with. */
export async function runExportOrAs(context: CommandContext, input: CommandInput): Promise<CommandResult> {
  return isOn(input, 'as') || isOn(input, 'to') ? runExportAs(context, input) : runExport(context, input)
}

/** `session export NAME --as TOOL [--to DIR]`. */
async function runExportAs(context: CommandContext, input: CommandInput): Promise<CommandResult> {
  const { chatcli, text, cwd } = context
  const name = wordAt(text, input, 0, 'NAME')
  checkWordCount(text, input, 1)
  const tool = choiceOf(text, textOption(input, 'as') ?? '', '--as', resumeTools) ?? 'claude-code'
  const { messages, title } = chatcli.sessions.load(name)
  const record = chatcli.sessions.record(name)
  const { source, createdAt } = record
  const of = (key: string): string | undefined => {
    const value = source?.[key]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const earlier = record.messages.filter(({ state, derived }) => state !== 'live' && !derived).length
  const conversation = carriedConversation(messages, {
    title,
    cwd: of('cwd') ?? cwd,
    branch: of('branch'),
    model: of('model'),
    startedAt: Number.isFinite(createdAt) ? createdAt : context.now(),
    earlier,
  })
  const to = textOption(input, 'to')
  const { id, path, command, losses } = exportAs(conversation, {
    tool,
    machine: importMachine(context),
    to: to === undefined ? undefined : resolve(cwd, expandPath(to, context)),
    cwd,
    uuid: randomUUID,
    randomHex: (digits) => randomBytes(digits).toString('hex').slice(0, digits),
    version,
  })
  const imports = await chatcli.imports()
  imports.noteExport({ tool, id, family: record.family })
  const words = text.import.exportedAs
  const left = [...losses].map(([kind, count]) => `  ${words.losses[kind](count)}`)
  return {
    text: [
      words.written(sanitiseLine(path)),
      words.goOn(sanitiseLine(command)),
      ...(left.length > 0 ? ['', words.leftBehind, ...left] : []),
    ].join('\n'),
    json: { name, as: tool, id, path, command, leftBehind: Object.fromEntries(losses) },
  }
}
