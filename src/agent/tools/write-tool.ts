import type { ProjectFiles } from '../../disk/project-files.ts'
import { ChatCliError } from '../../errors.ts'
import type { Tool, ToolArguments } from '../tool.ts'
import { answerOf } from './answer-of.ts'
import { changeSummary } from './change-summary.ts'
import { makesSense } from './makes-sense.ts'
import { readTextFile } from './text-file.ts'
import { toolInput } from './tool-input.ts'

const example = { path: 'notes/plan.md', content: '# Plan\n' }

/** Writes a whole file of the working folder. */
export function createWriteTool(files: ProjectFiles): Tool {
  return {
    name: 'write',
    about:
      'Writes a whole file of the working folder: makes it, with its folders, or replaces all of it. To change a part of a file, use edit.',
    input: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'The file, relative to the working folder.' },
        content: { type: 'string', description: 'All of its text.' },
      },
      required: ['path', 'content'],
      examples: [example],
    },
    isReadOnly: () => false,
    needs: (args) =>
      makesSense(() => writeArguments(args))
        ? { tool: 'write', subject: writeArguments(args).path, scope: 'write' }
        : undefined,
    run: (args) =>
      answerOf(() => {
        const { path, content } = writeArguments(args)
        const bytes = Buffer.from(content)
        const before = oldText(files, path)
        if (before === content) return `${path} says that already: nothing was changed.`
        const size = files.write(path, bytes)
        const lines = content.split('\n').length - Number(content.endsWith('\n') || content === '')
        if (size === undefined) return `Created ${path}: ${lines} lines, ${bytes.length} bytes.`
        const summary = before === undefined ? '' : `\n${changeSummary(before, content)}`
        return `Replaced ${path}: ${size} bytes before, now ${lines} lines, ${bytes.length} bytes.${summary}`
      }),
  }
}

/** Undefined for a new file, and for one that is no text. */
function oldText(files: ProjectFiles, path: string): string | undefined {
  try {
    return readTextFile(files, path).text
  } catch (error) {
    if (error instanceof ChatCliError) return undefined
    throw error
  }
}

function writeArguments(args: ToolArguments): { path: string; content: string } {
  const input = toolInput(args, example)
  return {
    path: input.text('path', 'file_path', 'filename', 'file'),
    content: input.text('content', 'contents', 'text', 'file_text'),
  }
}
