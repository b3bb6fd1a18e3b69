import type { ProjectFiles } from '../../disk/project-files.ts'
import { ChatCliError } from '../../errors.ts'
import { fenceRecalled } from '../fence-recalled.ts'
import type { PermissionRequest, Tool, ToolArguments } from '../tool.ts'
import type { TrajectoryFolder } from '../trajectory-folder.ts'
import { answerOf } from './answer-of.ts'
import { makesSense } from './makes-sense.ts'
import { toolInput } from './tool-input.ts'

export type TrajectoryFormat = 'jsonl' | 'sharegpt'

export interface TrajectoryToolOptions {
  /** The present conversation as text. */
  readonly exported: (format: TrajectoryFormat) => { readonly text: string; readonly entries: number }
  readonly folder: TrajectoryFolder
  /** Those of the working folder. */
  readonly files: () => ProjectFiles
  /** Which conversation it is at this moment. */
  readonly conversation: () => string
  /** What the person is asked before what was recalled goes to a provider; undefined when nothing of it would. */
  readonly consent: () => Omit<PermissionRequest, 'tool'> | undefined
  /** Random letters and digits, new for each text. */
  readonly newMark: () => string
}

const example = { cmd: 'export', format: 'sharegpt' }
const commands = ['export', 'show', 'list'] as const
/** Characters that are shown at once. */
const MOST = 20_000

/**
 * `@trajectory` for a model: writes the present conversation to a file, and shows what it wrote. What other
 * conversations exported is listed and never shown: they may be kept from models.
 */
export function createTrajectoryTool(options: TrajectoryToolOptions): Tool {
  const { exported, folder, files, conversation, consent, newMark } = options
  let last: { readonly of: string; readonly path: string; readonly text: string } | undefined

  const write = (args: ToolArguments): string => {
    const { format, path } = read(args)
    const { text, entries } = exported(format)
    const at = path === undefined ? folder.write(text) : writeHere(files(), path, text)
    last = { of: conversation(), path: at, text }
    return `Exported ${entries} messages to ${at} (${format}).`
  }
  const show = (args: ToolArguments): string => {
    const { offset } = read(args)
    if (last === undefined || last.of !== conversation()) {
      const hint = 'Export it first: {"cmd":"export"}'
      throw new ChatCliError('not-found', 'This conversation was not exported yet', { hint })
    }
    const shown = last.text.slice(offset, offset + MOST)
    const rest = last.text.length - offset - shown.length
    const more = rest > 0 ? `\n[… ${rest} more characters: go on with offset ${offset + shown.length}]` : ''
    return `${last.path}\n${fenceRecalled(`${shown.trimEnd()}${more}`, newMark(), { asItWas: true })}`
  }
  const list = (): string => {
    const found = folder.list()
    if (found.length === 0) return `Nothing was exported to ${folder.path} yet.`
    const lines = found.map(({ name, size, writtenAt }) => {
      return `${name}  ${size} bytes  ${new Date(writtenAt).toISOString()}`
    })
    return [folder.path, ...lines].join('\n')
  }

  return {
    name: 'trajectory',
    about:
      'Writes the present conversation to a file, as JSON Lines that lose nothing ("jsonl") or in ShareGPT form ("sharegpt"). cmd "export" (format; path for a file in the working folder), "show" what was exported last, "list" the files in the exports folder.',
    input: {
      type: 'object',
      properties: {
        cmd: { type: 'string', enum: [...commands] },
        format: { type: 'string', enum: ['jsonl', 'sharegpt'] },
        path: { type: 'string', description: 'A new file, relative to the working folder.' },
        offset: { type: 'integer', description: 'For show: characters to leave out at the beginning.' },
      },
      required: ['cmd'],
      examples: [example],
    },
    isReadOnly: (args) => makesSense(() => read(args)) && read(args).cmd !== 'export',
    needs(args) {
      if (!makesSense(() => read(args))) return undefined
      const { cmd, path } = read(args)
      if (cmd === 'show') {
        const asked = consent()
        return asked === undefined ? undefined : { tool: 'session', ...asked }
      }
      return cmd === 'export' && path !== undefined
        ? { tool: 'write', subject: path, scope: 'write' }
        : undefined
    },
    run: (args) =>
      answerOf(() => {
        const { cmd } = read(args)
        if (cmd === 'show') return show(args)
        return cmd === 'list' ? list() : write(args)
      }),
  }
}

function writeHere(files: ProjectFiles, path: string, text: string): string {
  if (files.stat(path) !== undefined) {
    throw new ChatCliError('exists', `${path} exists already`, { hint: 'Choose another path.' })
  }
  files.write(path, Buffer.from(text))
  return path
}

interface Call {
  readonly cmd: (typeof commands)[number]
  readonly format: TrajectoryFormat
  readonly path: string | undefined
  readonly offset: number
}

/** Options may stand in `args`, as in the session tool. @throws ChatCliError `usage`, with a right call */
function read(given: ToolArguments): Call {
  const { args } = given
  const isNested = typeof args === 'object' && args !== null && !Array.isArray(args)
  const input = toolInput(isNested ? { ...given, ...args } : given, example)
  const wrong = (message: string): ChatCliError =>
    new ChatCliError('usage', message, { hint: `A right call is ${JSON.stringify(example)}` })
  const word = (input.optionalText('cmd', 'command') ?? 'export').toLowerCase()
  const cmd = commands.find((known) => known === word)
  if (cmd === undefined) throw wrong(`There is no "${word}": use export, show or list`)
  const format = (input.optionalText('format') ?? 'jsonl').toLowerCase()
  if (format !== 'jsonl' && format !== 'sharegpt') throw wrong(`There is no format "${format}"`)
  const path = input.optionalText('path', 'file')
  const offset = Number(input.optionalText('offset') ?? 0)
  return {
    cmd,
    format,
    path: path === '' ? undefined : path,
    offset: Number.isFinite(offset) && offset > 0 ? Math.trunc(offset) : 0,
  }
}
