import type {
  KnowledgeDefinition,
  KnowledgeOrigin,
  KnowledgeStatus,
  KnowledgeToc,
} from './knowledge-types.ts'
import { utf8Cut } from './utf8-cut.ts'

/** Bytes of UTF-8 of a card. */
export const cardBytes = 3600

export interface CardParts {
  readonly definition: KnowledgeDefinition
  readonly origin: KnowledgeOrigin
  readonly status: Pick<KnowledgeStatus, 'documents' | 'passages' | 'text'>
  readonly toc: KnowledgeToc
}

/** What a model is told of a base: its name, what it is about, where it comes from, how large it is, and what is in it. */
export function indexCard({ definition, origin, status, toc }: CardParts): string {
  const { name, description, paths } = definition
  const commit = origin.commit === undefined ? '' : ` at ${origin.commit.slice(0, 12)}`
  const from = origin.repoUrl === undefined ? paths.join(', ') : origin.repoUrl
  const head = [
    `Knowledge base "${name}"`,
    ...(description === '' ? [] : [utf8Cut(oneLine(description), 600)]),
    `From: ${utf8Cut(oneLine(from), 500)}${commit}`,
    `Holds: ${status.documents} documents, ${status.passages} passages, ${sizeOf(status.text)} of text`,
    'Contents:',
  ]
  const lines = toc.entries.map(({ source, title, documents }) => {
    if (documents !== undefined) return `- ${source} (${documents} documents)`
    return title === '' ? `- ${source}` : `- ${source}: ${title}`
  })
  // Room for the last line, which says how many are left out.
  let room = cardBytes - Buffer.byteLength(head.join('\n')) - 60
  const shown: string[] = []
  let counted = 0
  for (const [i, line] of lines.entries()) {
    const cut = utf8Cut(oneLine(line), 300)
    room -= Buffer.byteLength(cut) + 1
    if (room < 0) break
    shown.push(cut)
    counted += toc.entries[i]?.documents ?? 1
  }
  const left = toc.total - counted
  return [...head, ...shown, ...(left > 0 ? [`… and ${left} more documents`] : [])].join('\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function sizeOf(characters: number): string {
  if (characters < 1000) return `${characters} characters`
  return characters < 1_000_000
    ? `${Math.round(characters / 1000)} kB`
    : `${(characters / 1e6).toFixed(1)} MB`
}
