import type { ProjectFiles } from '../../disk/project-files.ts'
import { ChatCliError } from '../../errors.ts'
import type { Tool, ToolArguments } from '../tool.ts'
import { answerOf } from './answer-of.ts'
import { binaryKind } from './binary-kind.ts'
import { makesSense } from './makes-sense.ts'
import { readLines } from './read-lines.ts'
import { toolInput } from './tool-input.ts'

const example = { path: 'src/main.ts', offset: 1, limit: 200 }
const mostLines = 2000
const mostCharacters = 50_000 - 2000

/** Reads a text file of the working folder, with line numbers. */
export function createReadTool(files: ProjectFiles): Tool {
  return {
    name: 'read',
    about: `Reads a text file of the working folder. Each line comes with its number and a tab before it. At most ${mostLines} lines at once; for more, give an offset.`,
    input: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'The file, relative to the working folder.' },
        offset: { type: 'integer', description: 'Number of the first line, from 1.' },
        limit: { type: 'integer', description: 'How many lines.' },
      },
      required: ['path'],
      examples: [example],
    },
    isReadOnly: (args) => makesSense(() => readArguments(args)),
    needs: () => undefined,
    run: (args) =>
      answerOf(() => {
        const { path, first, limit } = readArguments(args)
        const file = files.file(path)
        const kind = binaryKind(files.read(path, 0, 8192))
        if (kind !== undefined)
          return `${file.path} is ${kind} of ${file.size} bytes: it cannot be shown as text.`
        if (file.size === 0) return `${file.path} is empty.`
        const { lines, total } = readLines(files, path, { first, limit, most: mostCharacters })
        if (lines.length === 0) {
          throw new ChatCliError('usage', `${file.path} has ${total} lines, so none at ${first}`, {
            hint: 'Give a smaller offset.',
          })
        }
        const last = first + lines.length - 1
        const numbered = lines.map((line, i) => `${first + i}\t${line}`)
        const more = last < total ? `; go on with offset ${last + 1}` : ''
        const isWhole = first === 1 && last === total
        return [...numbered, ...(isWhole ? [] : [`(lines ${first} to ${last} of ${total}${more})`])].join(
          '\n',
        )
      }),
  }
}

function readArguments(args: ToolArguments): { path: string; first: number; limit: number } {
  const input = toolInput(args, example)
  return {
    path: input.text('path', 'file_path', 'filename', 'file'),
    first: input.count(1, Number.MAX_SAFE_INTEGER, 'offset', 'start', 'start_line', 'line'),
    limit: input.count(mostLines, mostLines, 'limit', 'lines', 'count'),
  }
}
