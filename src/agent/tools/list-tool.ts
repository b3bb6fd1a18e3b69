import type { ListedEntry, ProjectFiles } from '../../disk/project-files.ts'
import type { Tool, ToolArguments } from '../tool.ts'
import { answerOf } from './answer-of.ts'
import { makesSense } from './makes-sense.ts'
import { toolInput } from './tool-input.ts'

const example = { path: 'src', depth: 2 }
const mostEntries = 1000
const deepest = 10

/** Lists what is in a folder of the working folder. */
export function createListTool(files: ProjectFiles): Tool {
  return {
    name: 'list',
    about: `Lists a folder of the working folder: files with their size, folders with a / behind them. At most ${mostEntries} entries.`,
    input: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'The folder; the working folder itself when not given.' },
        depth: { type: 'integer', description: 'How many levels of folders; 1 when not given.' },
      },
      examples: [example],
    },
    isReadOnly: (args) => makesSense(() => listArguments(args)),
    needs: () => undefined,
    run: (args) =>
      answerOf(() => {
        const { path, depth } = listArguments(args)
        const found: ListedEntry[] = []
        for (const entry of entriesUnder(files, path, depth)) {
          if (found.push(entry) > mostEntries) break
        }
        if (found.length === 0) return `${path} is an empty folder.`
        const lines = found.slice(0, mostEntries).map(lineOf)
        const more = found.length > mostEntries
        return [
          ...lines,
          ...(more ? [`(the first ${mostEntries} entries; list a folder of them)`] : []),
        ].join('\n')
      }),
  }
}

function* entriesUnder(files: ProjectFiles, path: string, depth: number): Generator<ListedEntry> {
  for (const entry of files.list(path)) {
    yield entry
    const isOpen = entry.kind === 'folder' && !entry.isIgnored && depth > 1
    if (isOpen && makesSense(() => files.list(entry.path))) yield* entriesUnder(files, entry.path, depth - 1)
  }
}

function lineOf({ path, kind, size, isIgnored }: ListedEntry): string {
  if (kind === 'file') return `${path} (${size} bytes)`
  if (kind === 'folder') return `${path}/${isIgnored ? ' (ignored)' : ''}`
  return `${path} (${kind === 'link' ? 'link' : 'no regular file'})`
}

function listArguments(args: ToolArguments): { path: string; depth: number } {
  const input = toolInput(args, example)
  return {
    path: input.optionalText('path', 'folder', 'directory', 'dir') || '.',
    depth: input.count(1, deepest, 'depth', 'levels'),
  }
}
