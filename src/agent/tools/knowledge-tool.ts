import { citation } from '../../contexts/knowledge/citation.ts'
import { fenceContext } from '../../contexts/fence-context.ts'
import type { KnowledgeBase } from '../../contexts/knowledge/knowledge-base.ts'
import type { KnowledgePage } from '../../contexts/knowledge/knowledge-types.ts'
import { ChatCliError } from '../../errors.ts'
import type { Tool, ToolArguments } from '../tool.ts'
import { answerOf } from './answer-of.ts'
import { knowledgeCall } from './knowledge-call.ts'
import { type ToolInput, toolInput } from './tool-input.ts'

export interface KnowledgeToolOptions {
  /** Those that are attached. */
  readonly bases: readonly KnowledgeBase[]
  /** Random letters and digits, new for each text. */
  readonly newMark: () => string
  /** Calls that are answered; more are told to answer from what they have. No bound when not given. */
  readonly most?: number | undefined
}

const example = { cmd: 'search', args: { query: 'how is a booking cancelled' } }

/** `@knowledge` for a model: it looks things up in the documents that are attached to the conversation. */
export function createKnowledgeTool({ bases, newMark, most = Infinity }: KnowledgeToolOptions): Tool {
  let calls = 0
  return {
    name: 'knowledge',
    about:
      'Looks things up in the attached knowledge bases. cmd "search" (query, top_k 1 to 30) gives passages with their path and lines; "get" (source, and line or offset) reads a document page by page; "toc" (prefix) lists documents, or the headings of one; "list" lists the bases. kb names a base where several are attached. Cite what you use as path:start-end.',
    input: {
      type: 'object',
      properties: {
        cmd: { type: 'string', enum: ['search', 'get', 'toc', 'list'] },
        args: {
          type: 'object',
          properties: {
            query: { type: 'string', description: 'Words or a question.' },
            top_k: { type: 'integer', minimum: 1, maximum: 30 },
            source: { type: 'string', description: 'Path of a document, as search and toc give it.' },
            line: { type: 'integer', description: 'First line to read.' },
            offset: { type: 'integer', description: 'First byte to read.' },
            prefix: { type: 'string', description: 'Beginning of paths.' },
            kb: { type: 'string', description: 'Name of a base.' },
          },
        },
      },
      required: ['cmd'],
      examples: [example],
    },
    isReadOnly: () => true,
    needs: () => undefined,
    run: (args) =>
      answerOf(() => {
        if (++calls > most) {
          throw new ChatCliError('refused', 'The knowledge bases were asked often enough in this turn', {
            hint: 'Answer from what you have.',
          })
        }
        return fenceContext(answer(args, bases), newMark())
      }),
  }
}

function answer(args: ToolArguments, bases: readonly KnowledgeBase[]): string {
  const call = knowledgeCall(args)
  const input = toolInput(call.values, example)
  const asked = chosen(bases, input.optionalText('kb', 'base', 'knowledge_base', 'context'))
  switch (call.command) {
    case 'search':
      return search(asked, input.text('query', 'q', 'text', 'question'), input)
    case 'get':
      return get(asked, input.text('source', 'path', 'file', 'name'), call.values, input)
    case 'toc':
      return asked
        .map((base) => contents(base, input.optionalText('prefix', 'path', 'source') ?? ''))
        .join('\n\n')
    case 'list':
      return asked.map((base) => base.card()).join('\n\n')
    default:
      throw new ChatCliError('usage', `There is no command "${call.command}"`, {
        hint: `The commands are search, get, toc and list. A right call has arguments such as ${JSON.stringify(example)}`,
      })
  }
}

function chosen(bases: readonly KnowledgeBase[], name: string | undefined): readonly KnowledgeBase[] {
  const names = bases.map(({ definition }) => definition.name).join(', ')
  if (bases.length === 0) {
    throw new ChatCliError('not-found', 'No knowledge base is attached', {
      hint: 'The person can attach one with /context attach.',
    })
  }
  if (name === undefined || name.trim() === '') return bases
  const wanted = name.trim().toLowerCase()
  const found = bases.filter(({ definition }) => definition.name.toLowerCase() === wanted)
  if (found.length > 0) return found
  throw new ChatCliError('not-found', `No knowledge base "${name}" is attached`, {
    hint: `Attached are: ${names}.`,
  })
}

function search(bases: readonly KnowledgeBase[], query: string, input: ToolInput): string {
  const topK = input.count(8, 30, 'top_k', 'topK', 'k', 'limit')
  const found = bases.flatMap((base) => base.search(query, { topK }))
  const hits = found.toSorted((a, b) => b.score - a.score).slice(0, topK)
  if (hits.length === 0) return `Nothing in the knowledge bases answers "${query}". Try other words, or toc.`
  const several = bases.length > 1
  const lines = hits.map((hit) => {
    const where = several ? `${citation(hit)} (${hit.base})` : citation(hit)
    const under = hit.headings.length === 0 ? '' : ` — ${hit.headings.join(' › ')}`
    return `[${where}]${under}\n    ${hit.snippet}`
  })
  return [`Passages for "${query}", the best first:`, '', ...lines].join('\n')
}

function get(
  bases: readonly KnowledgeBase[],
  given: string,
  values: ToolArguments,
  input: ToolInput,
): string {
  const line = place(values, input, 'line', 'start_line', 'startLine')
  const offset = place(values, input, 'offset')
  const read = (source: string, first: number): KnowledgePage =>
    firstThatKnows(bases, (base) => base.get(source, first > 0 ? { line: first } : { offset }))
  const page = pageOf(read, given, line)
  const title = page.title === '' ? '' : ` — ${page.title}`
  const from = `bytes ${page.offset} to ${page.nextOffset ?? page.total} of ${page.total}, from line ${page.startLine}`
  const next = page.nextOffset === undefined ? [] : [`[go on with offset ${page.nextOffset}]`]
  return [`${page.source}${title} (${from})`, '', page.text, ...next].join('\n')
}

/** A page of a document, or of the one that a citation `source:start-end` names. */
function pageOf(
  read: (source: string, line: number) => KnowledgePage,
  given: string,
  line: number,
): KnowledgePage {
  try {
    return read(given, line)
  } catch (error) {
    const [, source, cited] = /^(.+?):(\d+)(?:-\d+)?$/.exec(given) ?? []
    if (source === undefined || !(error instanceof ChatCliError) || error.code !== 'not-found') throw error
    return read(source, line > 0 ? line : Number(cited))
  }
}

/** A number that may be 0, which a count may not. */
function place(values: ToolArguments, input: ToolInput, ...names: readonly string[]): number {
  const isZero = names.every((name) => Number(values[name] ?? 0) === 0)
  return isZero ? 0 : input.count(0, Number.MAX_SAFE_INTEGER, ...names)
}

/** What the first base says that has it, else what the last one has to say about that. */
function firstThatKnows<T>(bases: readonly KnowledgeBase[], ask: (base: KnowledgeBase) => T): T {
  let last: unknown
  for (const base of bases) {
    try {
      return ask(base)
    } catch (error) {
      if (!(error instanceof ChatCliError) || error.code !== 'not-found') throw error
      last = error
    }
  }
  throw last
}

function contents(base: KnowledgeBase, prefix: string): string {
  const { entries, total } = base.toc(prefix)
  const { name } = base.definition
  if (total === 0) return `${name} has nothing that begins with "${prefix}".`
  const lines = entries.map(({ source, title, documents, line }) => {
    if (line !== undefined) return `${line}: ${title}`
    if (documents !== undefined) return `${source} (${documents} documents)`
    return title === '' ? source : `${source} — ${title}`
  })
  const told = entries.reduce((sum, { documents = 1 }) => sum + documents, 0)
  const more = total > told ? [`… and ${total - told} more; give a longer prefix`] : []
  return [`${name}${prefix === '' ? '' : `, ${prefix}`}:`, ...lines, ...more].join('\n')
}
