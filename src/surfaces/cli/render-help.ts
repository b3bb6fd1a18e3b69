import type { ArgumentSpec, CommandSpec } from '../../commands/command.ts'
import { callsOf, commandSpecs, specCalled } from '../../commands/registry.ts'
import { similarWords } from '../../commands/similar-words.ts'
import { ChatCliError } from '../../errors.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { displayWidth, padToWidth } from '../../text/display-width.ts'
import type { HelpText } from '../../text/help-text.ts'

type Row = readonly [left: string, right: string]

const topics = ['query', 'privacy', 'files', 'keys', 'exit-codes'] as const

const frontExamples = [
  'chatcli',
  'chatcli search "what did we decide about the cache last week?"',
  'chatcli session get tide-notes --query "token bucket"',
  'chatcli session save tide-notes --from notes.json',
]

/**
 * Help on everything, on the command that the words begin with, or on a topic; examples come first.
 *
 * @throws ChatCliError `usage` when there is no such thing
 */
export function renderHelp(words: readonly string[], text: Catalogue, help: HelpText): string {
  const [first] = words
  if (first === undefined) return overview(commandSpecs, text, help)
  const topic = topics.find((known) => known === first)
  if (topic !== undefined) return help.topicText[topic]
  const spec = specCalled(words)
  if (spec !== undefined) return commandHelp(spec, text, help)
  const group = commandSpecs.filter(({ path }) => path.startsWith(`${first} `))
  if (group.length > 0 && words.length === 1) return overview(group, text, help)
  if (first === 'help' || first === 'completion')
    return `${help.summaries[first]}\n\n${text.usage} ${usages[first]}`
  const similar = similarWords(words.at(-1) ?? '', [
    ...topics,
    ...commandSpecs.flatMap(callsOf).flatMap((call) => call.split(' ')),
  ])
  const details = similar.length === 0 ? {} : { hint: text.didYouMean(similar) }
  throw new ChatCliError('usage', text.usageErrors.noSuchTopic(words.join(' ')), details)
}

const usages = { help: 'chatcli help [WORDS…]', completion: 'chatcli completion bash|zsh|fish' } as const

/** How a command is called, on one line. */
export function usageOf(spec: CommandSpec, help: HelpText): string {
  const words = (call: string): number => call.split(' ').length
  const shortest = callsOf(spec).toSorted((a, b) => words(a) - words(b))[0] ?? spec.path
  return ['chatcli', shortest, ...spec.arguments.map(argumentForm), `[${help.positional.options}]`].join(' ')
}

function overview(specs: readonly CommandSpec[], text: Catalogue, help: HelpText): string {
  const isAll = specs === commandSpecs
  const examples = isAll ? frontExamples : specs.flatMap((spec) => spec.examples.slice(0, 1)).slice(0, 5)
  const commands = specs.map((spec): Row => {
    const call = isAll && spec.aliases.includes('search') ? 'search' : spec.path
    return [[call, ...spec.arguments.map(argumentForm)].join(' '), help.summaries[spec.path]]
  })
  const more: readonly Row[] = [
    ['completion bash|zsh|fish', help.summaries.completion],
    ['help [WORDS…]', help.summaries.help],
  ]
  return [
    ...(isAll ? [help.about, ''] : []),
    help.examples,
    ...examples.map((example) => `  ${example}`),
    '',
    text.commands,
    ...table(isAll ? [...commands, ...more] : commands),
    '',
    ...(isAll
      ? [
          help.topics,
          ...table(topics.map((topic): Row => [`help ${topic}`, help.topicAbout[topic]])),
          '',
          text.options,
          ...table([
            ['--json', help.options.json],
            ['-h, --help', help.options.help],
            ['-v, --version', help.options.version],
          ]),
          '',
        ]
      : []),
    help.more,
  ].join('\n')
}

function commandHelp(spec: CommandSpec, text: Catalogue, help: HelpText): string {
  const options = spec.options.map(({ name, short, value, isOptional, about }): Row => {
    const flag = short === undefined ? `--${name}` : `--${name}, -${short}`
    const shown = isOptional === true ? `[${value ?? ''}]` : value
    return [shown === undefined ? flag : `${flag} ${shown}`, help.options[about]]
  })
  const common: readonly Row[] = [
    ...(spec.isBase === 'serve' ? [] : [['--json', help.options.json] as const]),
    ...(spec.lines === true ? [['--ndjson', help.options.ndjson] as const] : []),
    ['-h, --help', help.options.help],
  ]
  return [
    help.summaries[spec.path],
    '',
    help.examples,
    ...spec.examples.map((example) => `  ${example}`),
    '',
    `${text.usage} ${usageOf(spec, help)}`,
    '',
    text.options,
    ...table([...options, ...common]),
  ].join('\n')
}

function argumentForm({ name, required, many = false }: ArgumentSpec): string {
  const shown = `${name}${many ? '…' : ''}`
  return required ? shown : `[${shown}]`
}

/** Beyond this a left side gets a line of its own. */
const widestLeft = 40

function table(rows: readonly Row[]): string[] {
  const widths = rows.map(([left]) => displayWidth(left)).filter((width) => width <= widestLeft)
  const width = Math.max(0, ...widths)
  return rows.flatMap(([left, right]) =>
    displayWidth(left) > width
      ? [`  ${left}`, `  ${' '.repeat(width)}  ${right}`]
      : [`  ${padToWidth(left, width)}  ${right}`],
  )
}
