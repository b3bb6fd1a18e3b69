import type { CommandSpec } from '../../commands/command.ts'
import { callsOf, commandSpecs } from '../../commands/registry.ts'
import type { HelpText } from '../../text/help-text.ts'
import { shells } from './completion-script.ts'

export interface Completion {
  readonly word: string
  /** What it does, `''` when the word says it. */
  readonly about: string
}

/**
 * What could stand in the place of the last word. Nothing means that the shell may offer files.
 *
 * @param words the words of the line behind the program's name, the last of them unfinished
 * @param sessionNames asked only where a name can stand
 * @param contextNames asked likewise
 */
export function completeWords(
  words: readonly string[],
  help: HelpText,
  sessionNames: () => readonly string[],
  contextNames: () => readonly string[] = () => [],
): Completion[] {
  const current = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  return candidates(before, current, help, sessionNames, contextNames).filter(({ word }) =>
    word.startsWith(current),
  )
}

function candidates(
  before: readonly string[],
  current: string,
  help: HelpText,
  sessionNames: () => readonly string[],
  contextNames: () => readonly string[],
): Completion[] {
  const line = `${before.join(' ')} `
  const call = callIn(line)
  if (call !== undefined) {
    const behind = before.slice(call.call.split(' ').length)
    return inCommand(call.spec, behind, current, help, sessionNames, contextNames)
  }
  if (before[0] === 'completion') return before.length === 1 ? plain(shells) : []
  const isHelp = before[0] === 'help'
  const start = isHelp ? before.slice(1) : before
  const next = nextWords(start, help)
  if (start.length > 0) return next
  return isHelp
    ? [...next, ...Object.entries(help.topicAbout).map(([word, about]) => ({ word, about }))]
    : [
        ...next,
        { word: 'completion', about: help.summaries.completion },
        { word: 'help', about: help.summaries.help },
        ...(current.startsWith('-')
          ? [
              { word: '--help', about: help.options.help },
              { word: '--version', about: help.options.version },
            ]
          : []),
      ]
}

const allCalls: readonly { readonly call: string; readonly spec: CommandSpec }[] = commandSpecs.flatMap(
  (spec) => callsOf(spec).map((call) => ({ call, spec })),
)

/** What takes the most of the words. */
function callIn(line: string): (typeof allCalls)[number] | undefined {
  const fitting = allCalls.filter(({ call }) => line.startsWith(`${call} `))
  return fitting.sort((a, b) => b.call.length - a.call.length)[0]
}

/** The words that may follow these on the way to a command. */
function nextWords(start: readonly string[], help: HelpText): Completion[] {
  const lead = start.map((word) => `${word} `).join('')
  const found = new Map<string, string>()
  for (const { call, spec } of allCalls) {
    if (!call.startsWith(lead)) continue
    const [word = '', ...rest] = call.slice(lead.length).split(' ')
    if (!found.has(word)) found.set(word, rest.length === 0 ? help.summaries[spec.path] : '')
  }
  return Array.from(found, ([word, about]) => ({ word, about }))
}

function inCommand(
  spec: CommandSpec,
  behind: readonly string[],
  current: string,
  help: HelpText,
  sessionNames: () => readonly string[],
  contextNames: () => readonly string[],
): Completion[] {
  const last = behind.at(-1) ?? ''
  const pending = spec.options.find((option) => option.value !== undefined && last === `--${option.name}`)
  if (pending?.completes === 'session') return plain(sessionNames())
  if (pending !== undefined) return plain(pending.choices ?? [])
  if (current.startsWith('-')) {
    return [
      ...spec.options.map(({ name, about }) => ({ word: `--${name}`, about: help.options[about] })),
      ...(spec.isBase === 'serve' ? [] : [{ word: '--json', about: help.options.json }]),
      ...(spec.lines === true ? [{ word: '--ndjson', about: help.options.ndjson }] : []),
      { word: '--help', about: help.options.help },
    ].filter(({ word }) => !behind.includes(word))
  }
  const argument = spec.arguments[placeOf(spec, behind)]
  if (argument?.completes === undefined) return []
  if (argument.completes === 'context') return plain(contextNames())
  return plain(argument.completes === 'session' ? sessionNames() : argument.completes)
}

/** How many arguments stand before the word that is being typed. */
function placeOf(spec: CommandSpec, behind: readonly string[]): number {
  let place = 0
  for (let at = 0; at < behind.length; at++) {
    const word = behind[at] ?? ''
    const option = spec.options.find(({ name }) => word === `--${name}`)
    if (option?.value !== undefined) at++
    else if (!word.startsWith('-')) place++
  }
  return place
}

function plain(words: readonly string[]): Completion[] {
  return words.map((word) => ({ word, about: '' }))
}
