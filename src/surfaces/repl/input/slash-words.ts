import { sessionVerbs } from '../../../commands/chat/run-session-slash.ts'
import { slashNames } from '../../../commands/chat/run-slash.ts'
import type { ArgumentSpec, CommandSpec } from '../../../commands/command.ts'
import { contextSpecs } from '../../../commands/context/context-specs.ts'
import { callsOf, commandSpecs } from '../../../commands/registry.ts'
import { providers } from '../../../models/providers.ts'
import { settingNames, settingRows, type SettingRow } from '../../../settings.ts'
import type { Catalogue } from '../../../text/catalogue.ts'
import type { HelpText } from '../../../text/help-text.ts'
import type { CompletionWord } from './completion.ts'

/** Where the words of commands come from. Sessions are asked only where a name can stand. */
export interface SlashSources {
  /** Saved ones with their titles, newest first. */
  readonly sessions: () => readonly CompletionWord[]
  readonly interrupted: () => readonly CompletionWord[]
  /** With what they are about. */
  readonly contexts: () => readonly CompletionWord[]
  readonly trash: () => readonly CompletionWord[]
  readonly text: Catalogue
  readonly help: HelpText
}

type Words = readonly CompletionWord[]

/**
 * The words that may follow these in a command of the chat.
 *
 * @param before the words in front, the first with its slash
 * @param current what there is of the word; options are offered when it begins with a dash
 */
export function slashWords(before: readonly string[], current: string, sources: SlashSources): Words {
  const { text } = sources
  const [command, ...rest] = before.map((word, at) => (at < 2 ? word.toLowerCase() : word))
  if (command === undefined)
    return described(
      slashNames.map((name) => `/${name}`),
      aboutLines(text.chat.help),
    )
  if (command === '/session') return sessionWords(rest, current, sources)
  if (command === '/context') return contextWords(rest, current, sources)
  if (command === '/search') return searchWords(['search'], current, sources)
  if (command === '/mode' && rest.length === 0) return plain(settingRows.mode.choices ?? [])
  if (command === '/provider' && rest.length === 0) {
    return Object.entries(providers).map(([word, { title }]) => ({ word, about: title }))
  }
  if (command === '/rewind' && rest.length === 0) return plain(['undo', 'compact', 'list'])
  if (command === '/export') {
    return rest.at(-1) === '--format' ? plain(['jsonl', 'sharegpt', 'md']) : plain(['--format'])
  }
  if (command === '/config') return configWords(rest, sources)
  const below = belowWords(command.slice(1), rest, current, sources)
  if (below !== undefined) return below
  const spec = specOf([command.slice(1)])
  return spec === undefined ? [] : argumentWords(spec.arguments[rest.length], sources)
}

/** The words of commands that stand below one, such as `storage prune`; undefined where there is none below. */
function belowWords(
  command: string,
  [verb, ...rest]: readonly string[],
  current: string,
  sources: SlashSources,
): Words | undefined {
  const below = commandSpecs.filter(({ path }) => path.startsWith(`${command} `))
  if (below.length === 0) return undefined
  if (verb === undefined) {
    const verbs = below.map(({ path }) => ({
      word: path.slice(command.length + 1),
      about: sources.help.summaries[path],
    }))
    return [...verbs, ...argumentWords(specOf([command])?.arguments[0], sources)]
  }
  if (current.startsWith('-')) return optionWords([command, verb], rest, sources)
  const given = rest.filter((word) => !word.startsWith('-'))
  if (command === 'trash' && ['restore', 'empty'].includes(verb)) return sources.trash()
  return argumentWords(specOf([command, verb])?.arguments[given.length], sources)
}

function sessionWords(words: readonly string[], current: string, sources: SlashSources): Words {
  const [verb, ...rest] = words
  if (verb === undefined) return described(sessionVerbs, aboutLines(sources.text.chat.sessionUsage))
  if (verb === 'search') return searchWords(['session', 'search'], current, sources)
  if (current.startsWith('-')) return optionWords(['session', verb], rest, sources)
  const given = rest.filter((word) => !word.startsWith('-'))
  const [first, second] = given
  if (verb === 'export') return exportWords(given, sources)
  if (verb === 'transcript') {
    const actions = plain(['search', 'show', 'export', 'stats'])
    if (first === undefined) return [...actions, ...sources.sessions()]
    if (given.at(-1) === 'export') return plain(['md', 'jsonl', 'sharegpt'])
    return second === undefined && !actions.some(({ word }) => word === first) ? actions : []
  }
  if (first !== undefined) return []
  if (verb === 'recover') return sources.interrupted()
  if (verb === 'restore') return sources.trash()
  if (verb === 'private') return plain(['on', 'off'])
  return named.has(verb) ? sources.sessions() : []
}

const named: ReadonlySet<string> = new Set(['save', 'load', 'attach', 'get', 'show', 'rename', 'delete'])

function contextWords(words: readonly string[], current: string, sources: SlashSources): Words {
  const [verb, ...rest] = words
  if (verb === undefined) {
    const verbs = contextSpecs.map(({ path }) => path.slice('context '.length))
    return described(verbs, aboutLines(sources.text.context.usage.replaceAll('/context ', '')))
  }
  const spec = specOf(['context', verb])
  const pending = spec?.options.find(({ name, short }) =>
    [`--${name}`, `-${short}`].includes(rest.at(-1) ?? ''),
  )
  if (pending?.choices !== undefined) return plain(pending.choices)
  if (pending?.completes === 'session') return sources.sessions()
  if (current.startsWith('-')) return optionWords(['context', verb], rest, sources)
  const given = rest.filter((word) => !word.startsWith('-'))
  const { arguments: places = [] } = spec ?? {}
  return argumentWords(places[Math.min(given.length, places.length - 1)], sources)
}

function exportWords(given: readonly string[], sources: SlashSources): Words {
  const formats = plain(['md', 'jsonl', 'sharegpt'])
  if (given.length === 0) return [...formats, ...sources.sessions()]
  return given.length === 1 && !formats.some(({ word }) => word === given[0]) ? formats : []
}

/** Operators are offered when one was begun; any word may be asked for. */
function searchWords(call: readonly string[], current: string, sources: SlashSources): Words {
  if (current.startsWith('--')) return optionWords(call, [], sources)
  if (current === '') return []
  const operators = ['role:', 'tool:', 'in:', 'source:', 'has:code', 'before:', 'after:', 'on:']
  const words = [
    ...plain(operators),
    ...plain(['user', 'assistant', 'tool'].map((role) => `role:${role}`)),
    ...(current.toLowerCase().startsWith('in:')
      ? sources.sessions().map(({ word, about }) => ({ word: `in:${word}`, about }))
      : []),
  ]
  const low = current.toLowerCase()
  return words.filter(
    ({ word }) => word.startsWith(low) && (word.includes(':') === low.includes(':') || word.endsWith(':')),
  )
}

function configWords([action, key, ...more]: readonly string[], { help }: SlashSources): Words {
  const spec = specOf(['config'])
  if (action === undefined) return plain(namesOf(spec?.arguments[0]))
  if (!['get', 'set', 'unset'].includes(action)) return []
  const rows = settingNames.map((name) => ({ name, row: settingRows[name] as SettingRow<unknown> }))
  if (key === undefined) return rows.map(({ name, row }) => ({ word: row.key, about: help.settings[name] }))
  const row = rows.find((known) => known.row.key === key)?.row
  if (action !== 'set' || more.length > 0 || row === undefined) return []
  return plain(row.choices ?? (row.form === 'switch' ? ['on', 'off'] : []))
}

function optionWords(call: readonly string[], given: readonly string[], { help }: SlashSources): Words {
  const options = specOf(call)?.options ?? []
  return options
    .map(({ name, about }) => ({ word: `--${name}`, about: help.options[about] }))
    .filter(({ word }) => !given.includes(word))
}

function argumentWords(argument: ArgumentSpec | undefined, sources: SlashSources): Words {
  if (argument?.completes === 'context') return sources.contexts()
  return argument?.completes === 'session' ? sources.sessions() : plain(namesOf(argument))
}

function namesOf(argument: ArgumentSpec | undefined): readonly string[] {
  return typeof argument?.completes === 'object' ? argument.completes : []
}

function specOf(call: readonly string[]): CommandSpec | undefined {
  return commandSpecs.find((spec) => callsOf(spec).includes(call.join(' ')))
}

/** What the lines of a help text say of the words they begin with: `  /mode [MODE]   chat, agent or coder`. */
function aboutLines(help: string): ReadonlyMap<string, string> {
  const lines = help.matchAll(/^ {2}(\S+)(?: \S+)* {2,}(\S.*)$/gm)
  return new Map(Array.from(lines, ([, word = '', about = '']) => [word, about]))
}

function described(words: readonly string[], about: ReadonlyMap<string, string>): Words {
  return words.map((word) => ({ word, about: about.get(word) ?? '' }))
}

function plain(words: readonly string[]): Words {
  return words.map((word) => ({ word, about: '' }))
}
