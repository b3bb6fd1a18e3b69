import type { ArgumentSpec, CommandSpec, OptionSpec } from '../../commands/command.ts'
import { callsOf, commandSpecs } from '../../commands/registry.ts'
import { version } from '../../commands/version.ts'
import { settingRows, settingNames } from '../../settings.ts'
import type { HelpText } from '../../text/help-text.ts'

/** The manual page `chatcli(1)`, in the mdoc language of mandoc and groff. */
export function renderMan(help: HelpText): string {
  const { about, topicAbout, topicText } = help
  return [
    '.Dd $Mdocdate$',
    '.Dt CHATCLI 1',
    '.Os',
    '.Sh NAME',
    '.Nm chatcli',
    `.Nd ${plain(about.replace(/^chatcli: /, ''))}`,
    '.Sh SYNOPSIS',
    '.Nm chatcli',
    '.Op Fl p Ar text',
    '.Op Ar options',
    ...commandSpecs.flatMap((spec) => (spec.path === 'chat' ? [] : synopsis(spec))),
    '.Sh DESCRIPTION',
    'Without a command,',
    '.Nm',
    'begins a chat.',
    'The commands are:',
    '.Bl -tag -width Ds',
    ...commandSpecs.flatMap((spec) => description(spec, help)),
    '.El',
    '.Sh ENVIRONMENT',
    'Each of these can stand in',
    '.Pa config.toml',
    'too; the environment goes before it.',
    '.Bl -tag -width Ds',
    ...settingNames.flatMap((name) => {
      const { variables } = settingRows[name]
      return variables.length === 0
        ? []
        : [
            `.It ${variables.map((variable) => `Ev ${variable}`).join(' , ')}`,
            ...sentences(help.settings[name]),
          ]
    }),
    '.El',
    '.Sh FILES',
    ...literal(topicText.files),
    '.Sh EXIT STATUS',
    ...literal(topicText['exit-codes']),
    '.Sh EXAMPLES',
    ...literal(commandSpecs.flatMap(({ examples }) => examples.slice(0, 1)).join('\n')),
    ...(['query', 'keys', 'privacy'] as const).flatMap((topic) => [
      `.Sh ${plain(topicAbout[topic]).toUpperCase()}`,
      ...literal(topicText[topic]),
    ]),
    '.Sh VERSION',
    plain(version),
    '',
  ].join('\n')
}

function synopsis(spec: CommandSpec): string[] {
  return ['.Nm chatcli', `.Cm ${plain(shortest(spec))}`, ...spec.arguments.map(argument), '.Op Ar options']
}

function description(spec: CommandSpec, help: HelpText): string[] {
  const words = [`Cm ${plain(shortest(spec))}`, ...spec.arguments.map((each) => argument(each).slice(1))]
  return [
    `.It ${words.join(' ')}`,
    ...sentences(help.summaries[spec.path]),
    ...(spec.options.length === 0
      ? []
      : ['.Bl -tag -width Ds', ...spec.options.flatMap((each) => option(each, help)), '.El']),
  ]
}

function option({ name, short, value, about }: OptionSpec, help: HelpText): string[] {
  const flag = short === undefined ? `Fl -${name}` : `Fl ${short} , Fl -${name}`
  return [`.It ${flag}${value === undefined ? '' : ` Ar ${plain(value)}`}`, ...sentences(help.options[about])]
}

function argument({ name, required, many = false }: ArgumentSpec): string {
  const form = `Ar ${plain(name)}${many ? ' ...' : ''}`
  return required ? `.${form}` : `.Op ${form}`
}

function shortest(spec: CommandSpec): string {
  return callsOf(spec).toSorted((a, b) => a.length - b.length)[0] ?? spec.path
}

function literal(text: string): string[] {
  return ['.Bd -literal', ...text.split('\n').map(plain), '.Ed']
}

/** A new sentence is a new line. */
function sentences(text: string): string[] {
  return text.split(/(?<=[.?!]) /).map(plain)
}

/** A backslash, and a dot or an apostrophe at the beginning of a line, mean something to roff. */
function plain(line: string): string {
  return line.replaceAll('\\', '\\e').replace(/^(?=[.'])/, '\\&')
}
