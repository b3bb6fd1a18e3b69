import { parse, resolve } from 'node:path'
import type { SaveOptions, SessionSummary } from '../chatcli.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { ChatCliError } from '../errors.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { CommandContext, CommandInput, CommandResult, JsonObject } from './command.ts'
import { checkWordCount, isOn, textOption, wordAt } from './input-values.ts'
import { sessionJson } from './json-of.ts'
import { readInputFile } from './read-input-file.ts'

/** `session save NAME FILE`, also `--from FILE`, or a whole folder with `--from-dir`. */
export async function runSave(context: CommandContext, input: CommandInput): Promise<CommandResult> {
  const { text } = context
  const folder = textOption(input, 'from-dir')
  if (folder !== undefined) return saveFolder(context, input, folder)
  const name = wordAt(text, input, 0, 'NAME')
  const option = textOption(input, 'from')
  checkWordCount(text, input, option === undefined ? 2 : 1)
  const from = option ?? input.words[1]
  if (from === undefined) {
    throw new ChatCliError('usage', text.usageErrors.saveFrom, { hint: text.usageErrors.saveFromHint })
  }
  const content = from === '-' ? await context.readInput() : readInputFile(context, from)
  const title = textOption(input, 'title')
  const session = save(context, name, content, {
    force: isOn(input, 'force'),
    where: from === '-' ? text.standardInput : from,
    ...(title === undefined ? {} : { title }),
  })
  return {
    text: text.sessionSaved(sanitiseLine(session.name), session.messages),
    json: { sessions: [sessionJson(session)], failed: [] },
  }
}

/** Saves, with hints about what was given: those of the store are about files that are its own. */
function save(
  { chatcli, text }: CommandContext,
  name: string,
  content: string,
  options: SaveOptions & { readonly where: string },
): SessionSummary {
  try {
    return chatcli.sessions.save(name, content, options)
  } catch (error) {
    if (!(error instanceof ChatCliError) || !error.message.startsWith(options.where)) throw error
    const own = error.code === 'usage' ? error.hint : undefined
    const hint = own ?? (error.code === 'damaged' ? text.inputNotConversationHint : text.hints[error.code])
    throw new ChatCliError(error.code, error.message, { hint, cause: error })
  }
}

interface Failure {
  readonly file: string
  readonly error: ChatCliError
}

function saveFolder(context: CommandContext, input: CommandInput, folder: string): CommandResult {
  const { text } = context
  const isNamed = input.words.length > 0 || isOn(input, 'from') || isOn(input, 'title')
  if (isNamed) throw new ChatCliError('usage', text.usageErrors.saveFolder)
  const saved: SessionSummary[] = []
  const failed: Failure[] = []
  for (const file of filesToSave(context, folder)) {
    try {
      const content = readInputFile(context, `${folder}/${file}`)
      saved.push(save(context, parse(file).name, content, { force: isOn(input, 'force'), where: file }))
    } catch (error) {
      if (!(error instanceof ChatCliError)) throw error
      failed.push({ file, error })
    }
  }
  if (saved.length === 0 && failed.length === 0) {
    throw new ChatCliError('not-found', text.noFilesToSave(folder), { hint: '' })
  }
  const count = saved.reduce((sum, { messages }) => sum + messages, 0)
  const problem = failed[0]?.error
  return {
    text: [
      ...saved.map((session) => text.sessionSaved(sanitiseLine(session.name), session.messages)),
      text.sessionsSaved(saved.length, count),
    ].join('\n'),
    json: { sessions: saved.map(sessionJson), failed: failed.map(failureJson) },
    notes: notesOn(failed, context),
    ...(problem === undefined ? {} : { problem }),
  }
}

/** What became of each file, then once each what can be done. */
function notesOn(failed: readonly Failure[], { text }: CommandContext): string[] {
  const lines = failed.map(({ file, error }) => text.fileNotSaved(file, text.fromStore(error.message)))
  const hints = failed
    .map(({ error }) => text.fromStore(error.hint ?? text.hints[error.code]))
    .filter((hint) => hint !== '')
  return [...lines, ...new Set(hints)].map(sanitiseLine)
}

function filesToSave({ disk, cwd, text }: CommandContext, folder: string): string[] {
  // With the dot at the end a link to a folder is followed; what the port does not follow is the end of a path.
  const path = `${resolve(cwd, folder)}/.`
  try {
    if (disk.stat(path)?.kind !== 'folder') {
      throw new ChatCliError('not-found', text.inputNotFound(folder), { hint: '' })
    }
    return disk.list(path).filter((file) => /^[^.].*\.jsonl?$/i.test(file))
  } catch (error) {
    throw toStorageError(error, 'read', path)
  }
}

function failureJson({ file, error }: Failure): JsonObject {
  return { file, code: error.code, message: error.message, hint: error.hint ?? null }
}
