import { ChatCliError } from '../errors.ts'
import { settingNames } from '../settings.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import type { BootstrapView } from './bootstrap-view.ts'
import { permissionLine } from './chat/permission-line.ts'
import type { BaseContext, CommandInput, CommandResult } from './command.ts'
import { configNotes } from './config-notes.ts'
import { configPlace } from './config-place.ts'
import { findSetting } from './find-setting.ts'
import { checkWordCount, choiceOf, wordAt } from './input-values.ts'
import { bootstrapJson, renderBootstrap } from './render-bootstrap.ts'
import { setSetting } from './set-setting.ts'
import { settingTable } from './setting-table.ts'
import { originText, settingJson, viewSetting } from './setting-view.ts'
import { unsetSetting } from './unset-setting.ts'

const actions = ['list', 'get', 'set', 'unset', 'path'] as const

/** `config list|get|set|unset|path`: the settings with where each comes from, and the file they can be kept in. */
export async function runConfig(context: BaseContext, input: CommandInput): Promise<CommandResult> {
  const { text } = context
  const action = choiceOf(text, input.words[0], 'config', actions) ?? 'list'
  checkWordCount(text, input, { list: 1, get: 2, set: 3, unset: 2, path: 1 }[action])
  const key = (): string => wordAt(text, input, 1, 'KEY')
  switch (action) {
    case 'get':
      return getSetting(context, key())
    case 'set':
      return setSetting(context, key(), wordAt(text, input, 2, 'VALUE'))
    case 'unset':
      return unsetSetting(context, key())
    case 'path':
      return showPath(context)
    default:
      return listSettings(context)
  }
}

async function listSettings(context: BaseContext): Promise<CommandResult> {
  const { text } = context
  const views = settingNames.map((name) => viewSetting(name, context))
  const bootstrap = await bootstrapOr(context)
  const wrong = views.flatMap(({ problem }) => problem ?? [])
  return {
    text: [
      ...settingTable(views, text),
      ...(bootstrap === undefined ? [] : ['', ...renderBootstrap(bootstrap, text)]),
    ].join('\n'),
    json: {
      ...placeJson(context),
      settings: views.map((view) => settingJson(view, context.help)),
      bootstrap: bootstrap === undefined ? null : bootstrapJson(bootstrap),
    },
    notes: [
      ...wrong.map(({ message }) => sanitiseLine(text.fromStore(message))),
      ...configNotes(context.config(), text),
      ...(bootstrap?.notices ?? []).map((notice) => sanitiseLine(permissionLine(notice, text))),
    ],
    ...(wrong[0] === undefined ? {} : { problem: wrong[0] }),
  }
}

/** Undefined when settings are wrong, which is told of each. */
async function bootstrapOr(context: BaseContext): Promise<BootstrapView | undefined> {
  try {
    const { viewBootstrap } = await import('./bootstrap-view.ts')
    return await viewBootstrap(context)
  } catch (error) {
    if (error instanceof ChatCliError) return undefined
    throw error
  }
}

function getSetting(context: BaseContext, key: string): CommandResult {
  const { text, help } = context
  const view = viewSetting(findSetting(key, text), context)
  if (view.problem !== undefined) throw view.problem
  const isSecret = view.row.secret === true && view.isSet
  return {
    text: isSecret ? text.config.isSetBy(originText(view, text)) : view.shown,
    json: settingJson(view, help),
  }
}

function showPath(context: BaseContext): CommandResult {
  const { path, exists } = placeJson(context)
  return { text: sanitiseLine(path), json: { path, exists } }
}

function placeJson(context: BaseContext): { readonly path: string; readonly exists: boolean } {
  const path = configPlace(context)
  return { path, exists: context.disk.stat(path) !== undefined }
}
