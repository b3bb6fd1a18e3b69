import { Command, CommanderError } from 'commander'
import type { CommandInput, CommandSpec, OptionSpec } from './command.ts'
import { callsOf, commandSpecs, specCalled } from './registry.ts'
import { similarWords } from './similar-words.ts'
import { ChatCliError } from '../errors.ts'
import type { Catalogue } from '../text/catalogue.ts'
import type { Invocation, OutputFormat } from './invocation.ts'

/** What people type who know the verbs of other programs. */
const otherWords: Readonly<Record<string, string>> = {
  ls: 'session list',
  sessions: 'session list',
  history: 'session list',
  find: 'search',
  grep: 'search',
  recall: 'search',
  cat: 'session get',
  read: 'session get',
  open: 'session get',
  load: 'session get',
  rm: 'session delete',
  remove: 'session delete',
  mv: 'session rename',
  cp: 'session fork',
  copy: 'session fork',
  branch: 'session fork',
  import: 'session save',
  undelete: 'session restore',
  prune: 'storage prune',
  cleanup: 'storage prune',
}

/**
 * Reads a command line, without the name of the program.
 *
 * @throws ChatCliError `usage`, with the nearest thing that could have been meant
 */
export function parseCommandLine(argv: readonly string[], text: Catalogue): Invocation {
  let found: Invocation | undefined
  const settle = (invocation: Invocation): void => {
    found = invocation
  }
  const program = quiet(new Command('chatcli')).enablePositionalOptions().option('-v, --version')
  // Also the words that no command has: they are looked at here, where the nearest ones can be named.
  const chat = commandSpecs.find(({ path }) => path === 'chat')
  for (const option of chat?.options ?? []) program.option(flagsOf(option))
  program
    .argument('[words...]')
    .option('--json')
    .action((words: string[], options: Record<string, string | true>) => {
      if (words[0] !== undefined) throw unknownCommand(words[0], '', text)
      if (options['version'] === true) settle({ kind: 'version' })
      else
        settle({
          kind: 'chat',
          options: valuesOf(chat, options),
          format: formatOf(options, text),
          isNamed: false,
        })
    })
  const calls = commandSpecs.flatMap((spec) => callsOf(spec).map((call) => ({ spec, call })))
  // The first word mostly decides: the others are not made then.
  const asked = calls.filter(({ call }) => call.split(' ')[0] === argv[0])
  for (const { spec, call } of asked.length > 0 ? asked : calls)
    addCommand(program, spec, call, settle, argv, text)
  subcommand(program, 'help')
    .argument('[words...]')
    .action((words: string[]) => settle({ kind: 'help', words }))
  subcommand(program, 'completion')
    .argument('[words...]')
    .option('--json')
    .action(([shell, extra]: string[], options: { json?: true }) => {
      if (extra !== undefined) throw new ChatCliError('usage', text.usageErrors.unexpected(extra))
      settle({ kind: 'completion', shell, format: options.json === true ? 'json' : 'text' })
    })
  subcommand(program, '__complete')
    .argument('[words...]')
    .allowUnknownOption()
    .passThroughOptions()
    .helpOption(false)
    .action((words: string[]) => settle({ kind: 'complete', words }))
  try {
    program.parse(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.helpDisplayed') return { kind: 'help', words: leadingWords(argv) }
    throw usageError(error, argv, text)
  }
  return found ?? { kind: 'help', words: [] }
}

function addCommand(
  program: Command,
  spec: CommandSpec,
  call: string,
  settle: (invocation: Invocation) => void,
  argv: readonly string[],
  text: Catalogue,
): void {
  const words = call.split(' ')
  const verb = words.pop() ?? ''
  const parent = words.reduce((above, word) => groupOf(above, word, settle, text), program)
  const command = subcommand(parent, verb).argument('[words...]')
  if (spec.isBase !== 'serve') command.option('--json')
  if (spec.lines === true) command.option('--ndjson')
  for (const option of spec.options) addOption(command, option)
  if (spec.dashes === true) command.allowUnknownOption()
  if (spec.raw === true) command.allowUnknownOption().passThroughOptions()
  command.action((given: string[], options: Record<string, string | true>) => {
    if (spec.isBase === 'serve') {
      const [extra] = given.slice(spec.arguments.length)
      if (extra !== undefined) throw new ChatCliError('usage', text.usageErrors.unexpected(extra))
      settle({ kind: 'serve', spec, input: { words: given, options: valuesOf(spec, options) } })
      return
    }
    const typed = spec.dashes === true ? dashedWords(given, argv, spec, text) : given
    const format = formatOf(options, text)
    const values = valuesOf(spec, options)
    if (spec.isBase !== 'chat')
      settle({ kind: 'command', spec, input: { words: typed, options: values }, format })
    else if (spec.arguments.length > 0)
      settle({ kind: 'chat', options: values, format, isNamed: true, words: typed })
    else if (typed[0] !== undefined) throw new ChatCliError('usage', text.usageErrors.unexpected(typed[0]))
    else settle({ kind: 'chat', options: values, format, isNamed: true })
  })
}

function valuesOf(
  spec: CommandSpec | undefined,
  options: Record<string, string | true>,
): CommandInput['options'] {
  return Object.fromEntries(
    (spec?.options ?? []).map(({ name }) => [name, options[camelCase(name)]] as const),
  )
}

function groupOf(
  above: Command,
  word: string,
  settle: (invocation: Invocation) => void,
  text: Catalogue,
): Command {
  const known = above.commands.find((command) => command.name() === word)
  // A command may have others below it: their options are theirs.
  if (known !== undefined) return known.enablePositionalOptions()
  return subcommand(above, word)
    .enablePositionalOptions()
    .argument('[words...]')
    .action(([first]: string[]) => {
      if (first !== undefined) throw unknownCommand(first, word, text)
      settle({ kind: 'help', words: [word] })
    })
}

function subcommand(parent: Command, word: string): Command {
  const command = quiet(new Command(word))
  parent.addCommand(command)
  return command
}

/** Commander decides what the words mean; what is printed about it is ours. */
function quiet(command: Command): Command {
  const silent = { writeOut: () => undefined, writeErr: () => undefined }
  return command
    .exitOverride()
    .configureOutput(silent)
    .configureHelp({ formatHelp: () => '' })
    .helpCommand(false)
    .showSuggestionAfterError(false)
}

function addOption(command: Command, option: OptionSpec): void {
  const join = (value: string, before?: string): string =>
    before === undefined ? value : `${before},${value}`
  if (option.repeats === true) command.option(flagsOf(option), '', join)
  else command.option(flagsOf(option))
}

function flagsOf({ name, short, value, isOptional }: OptionSpec): string {
  const flags = short === undefined ? `--${name}` : `-${short}, --${name}`
  if (value === undefined) return flags
  return isOptional === true ? `${flags} [${value}]` : `${flags} <${value}>`
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function formatOf(options: Record<string, unknown>, text: Catalogue): OutputFormat {
  const { json, ndjson } = options
  if (json === true && ndjson === true) throw new ChatCliError('usage', text.usageErrors.formats)
  return json === true ? 'json' : ndjson === true ? 'ndjson' : 'text'
}

/** `-redis` is a word to leave out; `--limt` before a `--` is an option that does not exist. */
function dashedWords(words: string[], argv: readonly string[], spec: CommandSpec, text: Catalogue): string[] {
  const end = argv.indexOf('--')
  const open = end < 0 ? argv : argv.slice(0, end)
  const wrong = words.find((word) => /^--[a-z]/i.test(word) && open.includes(word))
  if (wrong !== undefined) throw unknownOption(wrong, spec, text)
  const separator = end < 0 ? -1 : words.indexOf('--')
  return separator < 0 ? words : words.toSpliced(separator, 1)
}

function unknownCommand(word: string, group: string, text: Catalogue): ChatCliError {
  const calls = [...commandSpecs.flatMap(callsOf), 'help', 'completion']
  const inGroup = group === '' ? calls : calls.filter((call) => call.startsWith(`${group} `))
  const other = otherWords[word.toLowerCase()]
  // Of two with the same last word the first is meant.
  const byWord = new Map(inGroup.toReversed().map((call) => [call.slice(call.lastIndexOf(' ') + 1), call]))
  if (group === '') for (const call of calls) byWord.set(call.split(' ')[0] ?? '', call.split(' ')[0] ?? '')
  const similar = other === undefined ? similarWords(word, byWord.keys()) : []
  const calledBy = similar.map((known) => `chatcli ${byWord.get(known) ?? known}`)
  const proposals = other === undefined ? calledBy : [`chatcli ${other}`]
  return new ChatCliError('usage', text.unknownCommand(group === '' ? word : `${group} ${word}`), {
    hint: proposals.length === 0 ? text.hints.usage : text.didYouMean(proposals),
  })
}

function unknownOption(flag: string, spec: CommandSpec | undefined, text: Catalogue): ChatCliError {
  const name = /^-+([^=]*)/.exec(flag)?.[1] ?? ''
  const json = spec?.isBase === 'serve' ? [] : ['json']
  const own = spec === undefined ? ['version'] : [...spec.options.map((option) => option.name), ...json]
  const proposals = similarWords(name, [...own, 'help', ...(spec?.lines === true ? ['ndjson'] : [])])
  const details =
    proposals.length === 0 ? {} : { hint: text.didYouMean(proposals.map((word) => `--${word}`)) }
  return new ChatCliError('usage', text.usageErrors.unknownOption(`--${name}`), details)
}

function usageError(error: CommanderError, argv: readonly string[], text: Catalogue): ChatCliError {
  const subject = /'([^']*)/.exec(error.message)?.[1] ?? ''
  if (error.code === 'commander.optionMissingArgument') {
    const flag = /--[\w-]+/.exec(subject)?.[0] ?? subject
    return new ChatCliError('usage', text.usageErrors.missingValue(flag))
  }
  if (error.code === 'commander.unknownOption') return unknownOption(subject, specOf(argv), text)
  return new ChatCliError('usage', error.message.replace(/^error: /, ''))
}

/** The command that a command line begins with. */
export function specOf(argv: readonly string[]): CommandSpec | undefined {
  return specCalled(leadingWords(argv))
}

function leadingWords(argv: readonly string[]): string[] {
  const end = argv.findIndex((word) => word.startsWith('-'))
  return end < 0 ? [...argv] : argv.slice(0, end)
}
