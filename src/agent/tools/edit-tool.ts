import type { ProjectFiles } from '../../disk/project-files.ts'
import { ChatCliError } from '../../errors.ts'
import type { Tool, ToolArguments } from '../tool.ts'
import { answerOf } from './answer-of.ts'
import { changeSummary } from './change-summary.ts'
import { makesSense } from './makes-sense.ts'
import { nearMisses } from './near-misses.ts'
import { replaceText } from './replace-text.ts'
import { readTextFile } from './text-file.ts'
import { toolInput } from './tool-input.ts'

const example = { path: 'src/main.ts', old: 'const port = 80', new: 'const port = 8080' }

/** Changes a part of a file of the working folder. */
export function createEditTool(files: ProjectFiles): Tool {
  return {
    name: 'edit',
    about:
      'Replaces a text in a file of the working folder. The old text must be exactly as in the file, without line numbers, and stand there once, unless all is true. Read the file first.',
    input: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'The file, relative to the working folder.' },
        old: {
          type: 'string',
          description: 'What stands there now, with enough lines around it to be unique.',
        },
        new: { type: 'string', description: 'What takes its place.' },
        all: { type: 'boolean', description: 'Replace it wherever it stands.' },
      },
      required: ['path', 'old', 'new'],
      examples: [example],
    },
    isReadOnly: () => false,
    needs: (args) =>
      makesSense(() => editArguments(args))
        ? { tool: 'write', subject: editArguments(args).path, scope: 'write' }
        : undefined,
    run: (args) => answerOf(() => edit(files, editArguments(args))),
  }
}

interface EditArguments {
  readonly path: string
  readonly from: string
  readonly to: string
  readonly all: boolean
}

function edit(files: ProjectFiles, { path, from, to, all }: EditArguments): string {
  const { text, stamp, path: shown } = readTextFile(files, path)
  if (from === '') {
    throw usage('The old text is empty', 'Give the text to replace, or write the whole file with write.')
  }
  const { text: next, lines } = replaceText(text, from, to)
  if (lines.length === 0) throw notFound(shown, text, from)
  if (lines.length > 1 && !all) {
    throw usage(
      `The old text stands ${lines.length} times in ${shown}, at the lines ${lines.slice(0, 20).join(', ')}`,
      'Give more of what stands around it, or all: true.',
    )
  }
  if (next === text) throw usage('Old and new text are the same', 'Give the text as it shall be.')
  files.write(path, Buffer.from(next), { seen: stamp })
  const places = lines.length === 1 ? '1 place' : `${lines.length} places`
  return `Changed ${shown} in ${places}. ${changeSummary(text, next)}`
}

function notFound(path: string, text: string, from: string): ChatCliError {
  const near = nearMisses(text, from)
  const numbered = /^\s*\d+\t/.test(from) ? ' Leave the line numbers out.' : ''
  const hint =
    near.length === 0
      ? `Read the file and give the text exactly as it stands there.${numbered}`
      : `It must be the same to the character, spaces too.${numbered} Most like it:\n${near.join('\n')}`
  return usage(`The old text does not stand in ${path}`, hint)
}

function usage(message: string, hint: string): ChatCliError {
  return new ChatCliError('usage', message, { hint })
}

function editArguments(args: ToolArguments): EditArguments {
  const input = toolInput(args, example)
  return {
    path: input.text('path', 'file_path', 'filename', 'file'),
    from: input.text('old', 'old_string', 'old_text', 'old_str', 'search'),
    to: input.text('new', 'new_string', 'new_text', 'new_str', 'replace'),
    all: input.flag('all', 'replace_all'),
  }
}
