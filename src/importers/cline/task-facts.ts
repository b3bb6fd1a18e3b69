import { basename, dirname, join } from 'node:path'
import type { ImportMachine } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import type { GatheredFacts } from '../shared/known-facts.ts'
import { rememberedFile } from '../shared/remembered-file.ts'
import { smallJson } from '../shared/small-json.ts'
import { timeOf } from '../shared/time-of.ts'

/** The entries of the list of all tasks, by their ids. */
const historyOf = rememberedFile((disk, path): ReadonlyMap<string, Fields> => {
  const entries = listOf(smallJson(disk, path)).filter(isFields)
  return new Map(entries.map((entry) => [String(entry['id']), entry]))
})

/** What stands beside the messages of a task: in its folder, and in the list of all tasks. */
export function taskFacts(machine: ImportMachine, folder: string): GatheredFacts {
  const { disk } = machine
  const id = basename(folder)
  const own = fieldsOf(smallJson(disk, join(folder, 'history_item.json')))
  const listed = historyOf(disk, join(dirname(dirname(folder)), 'state', 'taskHistory.json')).get(id) ?? {}
  const usage = listOf(fieldsOf(smallJson(disk, join(folder, 'task_metadata.json')))['model_usage'])
  const parent = textOf(own['parentTaskId']) ?? textOf(listed['parentTaskId'])
  return {
    id,
    cwd: textOf(own['workspace']) ?? textOf(listed['cwdOnTaskInitialization']) ?? textOf(listed['workspace']),
    model: textOf(fieldsOf(usage.at(-1))['model_id']) ?? textOf(own['modelId']) ?? textOf(listed['modelId']),
    parent,
    kind: parent === undefined ? undefined : 'sub-agent',
    // A task is called by the time it was begun.
    startedAt: /^\d{13}$/.test(id) ? timeOf(Number(id)) : undefined,
    updatedAt: timeOf(own['ts']) ?? timeOf(listed['ts']),
  }
}

/** What the messages themselves tell: the first request to the model names the folder. */
export function addUiFacts(facts: GatheredFacts, { say, text, modelInfo }: Fields): void {
  facts.model = textOf(fieldsOf(modelInfo)['modelId']) ?? facts.model
  if (say === 'api_req_started' && facts.cwd === undefined) facts.cwd = folderIn(textOf(text) ?? '')
}

/** The folder that what was sent to the model says it works in. */
export function folderIn(sent: string): string | undefined {
  return /# Current (?:Working|Workspace) Directory \(([^)\n]+)\)/.exec(sent)?.[1]
}
