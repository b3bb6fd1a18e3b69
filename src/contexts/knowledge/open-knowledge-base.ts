import { hash } from 'node:crypto'
import { join } from 'node:path'
import { ChatCliError } from '../../errors.ts'
import { liveText } from '../../indexing/index-state.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import { snippet } from '../../search/snippet.ts'
import { termFinder } from '../../search/term-finder.ts'
import type { StoreContext } from '../../store/store-context.ts'
import type { Passage } from './cut-passages.ts'
import { documentPage } from './document-page.ts'
import { type DocumentReader, type ReadDocument, documentReader } from './document-reader.ts'
import { folderDocuments } from './folder-documents.ts'
import { indexCard } from './index-card.ts'
import { joinedDocuments } from './joined-documents.ts'
import { jsonlDocuments } from './jsonl-documents.ts'
import { titleOf } from './knowledge-document.ts'
import { KnowledgeIndex } from './knowledge-index.ts'
import type {
  KnowledgeDefinition,
  KnowledgeGetOptions,
  KnowledgeHit,
  KnowledgeOrigin,
  KnowledgePage,
  KnowledgeRefresh,
  KnowledgeRefreshOptions,
  KnowledgeSearchOptions,
  KnowledgeStatus,
  KnowledgeToc,
} from './knowledge-types.ts'
import type { KnowledgeBase } from './knowledge-base.ts'
import { knowledgeFolder } from './knowledge-folder.ts'
import { mergePassages } from './merge-passages.ts'
import { isProse, outline } from './outline.ts'
import { type PassageRanking, type RankedPassage, rankPassages } from './rank-passages.ts'
import { repositoryOrigin } from './repository-origin.ts'
import { similarSources } from './similar-sources.ts'
import { tableOfContents, tocEntries } from './table-of-contents.ts'
import { textLines } from './text-lines.ts'
import { utf8Cut } from './utf8-cut.ts'

/** Passages a search may be asked for, and those it gives by itself. */
const amounts = { least: 1, most: 30, usual: 8 }
/** Bytes of UTF-8 in a snippet. */
const snippetBytes = 360
const cardEntries = 120
const longestHeading = 72

/** What an index calls its documents. */
interface NamesOfIndex {
  readonly index: SearchIndex
  /** Sorted. */
  readonly names: readonly string[]
  readonly numbers: ReadonlyMap<string, number>
}

/** Opens a base that may have no index yet: `refresh` makes it. Costs nothing until it is used. */
export function openKnowledgeBase(context: StoreContext, definition: KnowledgeDefinition): KnowledgeBase {
  return new OpenBase(context, definition)
}

class OpenBase implements KnowledgeBase {
  readonly definition: KnowledgeDefinition
  readonly #context: StoreContext
  readonly #origin: () => KnowledgeOrigin
  readonly #index: KnowledgeIndex
  #names: NamesOfIndex | undefined
  #card: { readonly index: SearchIndex; readonly text: string } | undefined
  readonly #reader: DocumentReader

  constructor(context: StoreContext, definition: KnowledgeDefinition) {
    this.definition = definition
    this.#context = context
    const folder = knowledgeFolder(context, definition.id)
    const jsonl = definition.paths.filter((path) => path.toLowerCase().endsWith('.jsonl'))
    const others = definition.paths.filter((path) => !jsonl.includes(path))
    const lines = jsonlDocuments(context, jsonl, folder)
    const documents = joinedDocuments([
      ...(others.length === 0 ? [] : [folderDocuments(context, others)]),
      ...(jsonl.length === 0 ? [] : [lines]),
    ])
    const [first] = others
    this.#origin = () => (first === undefined ? lines.origin() : repositoryOrigin(context.disk, first))
    this.#reader = documentReader(documents)
    this.#index = new KnowledgeIndex(context, join(folder, 'index'), { documents, reader: this.#reader })
  }

  refresh(options: KnowledgeRefreshOptions = {}): Promise<KnowledgeRefresh> {
    return this.#index.refresh(options)
  }

  search(query: string, options: KnowledgeSearchOptions = {}): readonly KnowledgeHit[] {
    const { topK = amounts.usual, onlyAnswers = false } = options
    const most = Number.isNaN(topK)
      ? amounts.usual
      : Math.min(amounts.most, Math.max(amounts.least, Math.trunc(topK)))
    const now = this.#context.now()
    return this.#index.use((index) => {
      // More than are wanted, since some may be shown as one.
      const ranking = rankPassages(index, query, { now, most: most * 2, onlyAnswers })
      return this.#hits(ranking, most)
    })
  }

  get(source: string, { offset = 0, line }: KnowledgeGetOptions = {}): KnowledgePage {
    const { document } = this.#known(source)
    const { text } = document
    const from =
      line === undefined
        ? offset
        : Buffer.byteLength(text.slice(0, textLines(text).start(Math.max(1, line) - 1)))
    return { source: document.source, title: titleOf(document), ...documentPage(text, from) }
  }

  toc(prefix: string = ''): KnowledgeToc {
    const wanted = prefix.replace(/^\.?\//, '')
    return this.#isKnown(wanted) ? this.#headings(wanted) : this.#contents(wanted, tocEntries)
  }

  card(): string {
    return this.#index.use((index) => {
      if (this.#card?.index === index) return this.#card.text
      const { definition } = this
      const toc = this.#contents('', cardEntries)
      const text = indexCard({ definition, origin: this.#origin(), status: this.status(), toc })
      this.#card = { index, text }
      return text
    })
  }

  status(): KnowledgeStatus {
    const { state } = this.#index
    return this.#index.use(({ totals }) => ({
      documents: totals.sessions,
      passages: totals.messages,
      text: state.segments.reduce((sum, segment) => sum + liveText(segment), 0),
      bytes: state.segments.reduce((sum, { bytes }) => sum + bytes, 0),
      refreshedAt: state.sweptAt === 0 ? undefined : state.sweptAt,
      skipped: this.#index.skipped,
    }))
  }

  close(): void {
    this.#index.close()
  }

  #hits({ passages, terms }: PassageRanking, most: number): readonly KnowledgeHit[] {
    const bySource = new Map<string, RankedPassage[]>()
    for (const passage of passages)
      bySource.set(passage.source, [...(bySource.get(passage.source) ?? []), passage])
    const merged = [...bySource].flatMap(([source, ranked]) => {
      const read = this.#reader.tryRead(source)
      if (read === undefined) return []
      const found = ranked.flatMap(({ position, score }) => {
        const passage = read.passages[position]
        return passage === undefined ? [] : [{ passage, score }]
      })
      return mergePassages(found).map((one) => ({ ...one, source, whole: read.document.text }))
    })
    const top = merged.sort((a, b) => b.score - a.score).slice(0, most)
    const find = termFinder(new Set(terms.keys()))
    return top.map(({ source, passage, best, end, endLine, score, whole }): KnowledgeHit => {
      const { startLine, headings, start } = passage
      const text = whole.slice(start, end)
      const short = utf8Cut(snippet(best.text, terms, find).text, snippetBytes)
      const base = this.definition.name
      return {
        id: passageId(source, passage),
        base,
        source,
        startLine,
        endLine,
        headings,
        text,
        snippet: short,
        score,
      }
    })
  }

  #headings(source: string): KnowledgeToc {
    const { document } = this.#known(source)
    const found = outline(source, textLines(document.text))
    const shallow = found.reduce((least, { depth }) => Math.min(least, depth), Infinity)
    // Of code what stands on its own; of prose every heading.
    const shown =
      found.length <= tocEntries || isProse(source) ? found : found.filter(({ depth }) => depth === shallow)
    const entries = shown.slice(0, tocEntries).map(({ title, line }) => ({
      source,
      title: title.length <= longestHeading ? title : `${title.slice(0, longestHeading - 1)}…`,
      line: line + 1,
    }))
    return { entries, total: shown.length }
  }

  #contents(prefix: string, most: number): KnowledgeToc {
    return this.#index.use((index) => {
      const { names, numbers } = this.#namesOf(index)
      const titleIn = (source: string): string => index.facts(numbers.get(source) ?? 0).title
      return tableOfContents(names, titleIn, { prefix, most })
    })
  }

  /** Kept as long as the index is the same: every turn asks for the card. */
  #namesOf(index: SearchIndex): NamesOfIndex {
    if (this.#names?.index === index) return this.#names
    const numbers = new Map<string, number>()
    for (let session = 0; session < index.totals.sessions; session++)
      numbers.set(index.facts(session).name, session)
    this.#names = { index, numbers, names: [...numbers.keys()].sort() }
    return this.#names
  }

  #isKnown(source: string): boolean {
    const row = this.#index.state.records().get(source)
    return row !== undefined && row.reason === undefined
  }

  #known(given: string): ReadDocument {
    const source = given.trim().replace(/^\.?\//, '')
    if (this.#isKnown(source)) return this.#reader.read(source)
    const near = similarSources(source, [...this.#index.state.records().keys()])
    throw new ChatCliError('not-found', `There is no document ${given} in ${this.definition.name}`, {
      hint: near.length === 0 ? 'toc lists what there is.' : `Similar ones: ${near.join(', ')}`,
    })
  }
}

function passageId(source: string, { startLine, text }: Passage): string {
  return hash('sha256', `${source}\n${startLine}\n${text}`, 'hex').slice(0, 24)
}
