import { projectGlob } from '../../disk/project-files-glob.ts'
import type { ProjectFile, ProjectFiles } from '../../disk/project-files.ts'
import { ChatCliError } from '../../errors.ts'
import type { Tool, ToolArguments } from '../tool.ts'
import { answerOf } from './answer-of.ts'
import { binaryKind } from './binary-kind.ts'
import { linePattern } from './line-pattern.ts'
import { makesSense } from './makes-sense.ts'
import { createTimeLimit, outOfTime } from './time-limit.ts'
import { toolInput } from './tool-input.ts'

const example = { pattern: 'createServer\\(', path: 'src', glob: '*.ts' }
const mostMatches = 1000
const mostFileBytes = 10_000_000
const mostOfLine = 300
const filesBetweenLooks = 50

export interface GrepLimits {
  /** For one file, milliseconds. */
  readonly fileMs: number
  /** For all of them. */
  readonly totalMs: number
  /** Milliseconds. */
  readonly now: () => number
}

/** Searches the files of the working folder line by line. */
export function createGrepTool(
  files: ProjectFiles,
  limits: GrepLimits = { fileMs: 1000, totalMs: 20_000, now: Date.now },
): Tool {
  return {
    name: 'grep',
    about:
      'Searches text files of the working folder, line by line, with a JavaScript regular expression. Ignored files (.gitignore, node_modules, dist) are left out.',
    input: {
      type: 'object',
      properties: {
        pattern: { type: 'string', description: 'Regular expression; matched within one line.' },
        path: { type: 'string', description: 'A folder or a file; the working folder when not given.' },
        glob: { type: 'string', description: 'Only files like this, such as *.ts or src/**/*.test.ts.' },
        ignore_case: { type: 'boolean' },
        limit: { type: 'integer', description: 'How many matching lines; 100 when not given.' },
      },
      required: ['pattern'],
      examples: [example],
    },
    isReadOnly: (args) => makesSense(() => grepArguments(args)),
    needs: () => undefined,
    run: (args, { signal }) => answerOf(() => grep(files, grepArguments(args), limits, signal)),
  }
}

interface GrepArguments {
  readonly pattern: string
  readonly path: string
  readonly glob: string | undefined
  readonly ignoreCase: boolean
  readonly limit: number
}

async function grep(
  files: ProjectFiles,
  { pattern, path, glob, ignoreCase, limit }: GrepArguments,
  { fileMs, totalMs, now }: GrepLimits,
  signal: AbortSignal,
): Promise<string> {
  const { expression, literalBecause } = linePattern(pattern, ignoreCase)
  const limited = createTimeLimit(fileMs)
  const deadline = now() + totalMs
  const found: string[] = []
  const notes: string[] = []
  let searched = 0
  let large = 0
  for (const file of files.walk(path)) {
    if (!isLike(file.path, glob)) continue
    if (searched % filesBetweenLooks === 0) await takeBreath(signal)
    const text = file.size > mostFileBytes ? undefined : textOf(files, file)
    if (text === undefined) {
      if (file.size > mostFileBytes) large++
      continue
    }
    searched++
    const matches = limited(() => matchesIn(text, expression, limit + 1 - found.length))
    if (matches === outOfTime) {
      notes.push(`The pattern takes too long on ${file.path}, which was given up. Make it simpler.`)
      break
    }
    found.push(...matches.map((match) => `${file.path}:${match}`))
    if (found.length > limit) {
      notes.push(
        `There are more than these ${limit} matches: narrow them with path or glob, or give a higher limit.`,
      )
      break
    }
    if (now() > deadline) {
      notes.push(`Broken off after ${searched} files, it took too long: give a path or a glob.`)
      break
    }
  }
  if (literalBecause !== undefined) {
    notes.unshift(
      `The pattern is no regular expression (${literalBecause}), so it was looked for as it stands.`,
    )
  }
  if (large > 0) notes.push(`Left out: ${large} files of more than ${mostFileBytes / 1e6} MB.`)
  if (found.length === 0) notes.unshift(`No match for ${JSON.stringify(pattern)} in ${searched} files.`)
  return [...found.slice(0, limit), ...notes.map((note) => `(${note})`)].join('\n')
}

async function takeBreath(signal: AbortSignal): Promise<void> {
  await new Promise<void>((done) => setImmediate(done))
  if (signal.aborted) throw new ChatCliError('interrupted', 'The search was stopped')
}

/** Undefined for what is no text, or gone by now. */
function textOf(files: ProjectFiles, { path, size }: ProjectFile): string | undefined {
  try {
    const bytes = files.read(path, 0, size)
    return binaryKind(bytes.subarray(0, 8192)) === undefined ? Buffer.from(bytes).toString() : undefined
  } catch (error) {
    if (error instanceof ChatCliError) return undefined
    throw error
  }
}

/** `<line number>: <line>`, a long one cut around the match. */
function matchesIn(text: string, expression: RegExp, most: number): readonly string[] {
  const matches: string[] = []
  const lines = text.split('\n')
  for (let i = 0; i < lines.length && matches.length < most; i++) {
    const line = (lines[i] ?? '').replace(/\r$/, '')
    if (i === lines.length - 1 && line === '') break
    const at = line.search(expression)
    if (at === -1) continue
    const from = line.length <= mostOfLine ? 0 : Math.max(0, at - mostOfLine / 3)
    const shown = line.slice(from, from + mostOfLine)
    const isCut = from + mostOfLine < line.length
    matches.push(`${i + 1}: ${from > 0 ? '…' : ''}${shown}${isCut ? '…' : ''}`)
  }
  return matches
}

function isLike(path: string, glob: string | undefined): boolean {
  if (glob === undefined) return true
  const pattern = glob.replace(/^\.?\//, '')
  return projectGlob(pattern.includes('/') ? pattern : `**/${pattern}`).test(path)
}

function grepArguments(args: ToolArguments): GrepArguments {
  const input = toolInput(args, example)
  return {
    pattern: input.text('pattern', 'query', 'regex', 'search'),
    path: input.optionalText('path', 'folder', 'directory', 'dir', 'file_path') || '.',
    glob: input.optionalText('glob', 'include') || undefined,
    ignoreCase: input.flag('ignore_case', 'ignoreCase', 'case_insensitive', 'i'),
    limit: input.count(100, mostMatches, 'limit', 'max_results', 'head_limit'),
  }
}
