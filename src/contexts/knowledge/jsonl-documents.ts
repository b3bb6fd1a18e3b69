import { join } from 'node:path'
import { errorCode } from '../../disk/error-code.ts'
import { followLink } from '../../disk/follow-link.ts'
import { makeFolderDurably } from '../../disk/make-folder-durably.ts'
import { readOpenRange, readWholeFile } from '../../disk/read-file.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { ChatCliError } from '../../errors.ts'
import { decodeChecked, encodeChecked } from '../../search/segments/manifest.ts'
import type { RecordStamp } from '../../store/record-stamps.ts'
import type { StoreContext } from '../../store/store-context.ts'
import { fileStamp } from '../scan/scan-files.ts'
import type { DocumentSource, FoundDocuments } from './document-source.ts'
import { jsonlPiece } from './jsonl-line.ts'
import {
  type JsonlDocument,
  type JsonlRegister,
  digestOfLine,
  readJsonl,
  stampOfLines,
} from './jsonl-register.ts'
import type { DocumentSection, KnowledgeDocument } from './knowledge-document.ts'
import { longestPassage } from './cut-passages.ts'

const registerFile = 'jsonl.json'

/** Where a document is. */
interface Place {
  readonly path: string
  readonly document: JsonlDocument
}

/** The documents in JSONL files, of which each line is a piece; pieces of one `source` are one document. */
export interface JsonlDocuments extends DocumentSource {
  /** Where the pieces say they come from. */
  origin(): Pick<JsonlRegister, 'repoUrl' | 'commit'>
}

/** @param folder of the base: what was found in the files is kept there */
export function jsonlDocuments(
  { disk, randomHex }: Pick<StoreContext, 'disk' | 'randomHex'>,
  paths: readonly string[],
  folder: string,
): JsonlDocuments {
  let registers: readonly JsonlRegister[] | undefined
  let places: ReadonlyMap<string, Place> | undefined

  function known(): readonly JsonlRegister[] {
    return (registers ??= readRegisters())
  }

  function readRegisters(): readonly JsonlRegister[] {
    try {
      const value = decodeChecked(readWholeFile(disk, join(folder, registerFile)))
      return Array.isArray(value) ? (value as JsonlRegister[]) : []
    } catch {
      // It is made again from the files.
      return []
    }
  }

  function placeOf(source: string): Place | undefined {
    places ??= new Map(
      known().flatMap(({ path, documents }) =>
        documents.map((document): [string, Place] => [document.source, { path, document }]),
      ),
    )
    return places.get(source)
  }

  function* find(signal: AbortSignal | undefined): Generator<undefined, FoundDocuments, undefined> {
    const before = new Map(known().map((register) => [register.path, register]))
    const found: JsonlRegister[] = []
    for (const path of paths.map(followLink)) {
      const stat = disk.stat(path)
      if (stat?.kind !== 'file') {
        const hint = 'Give a file that exists, or make the base anew without it.'
        throw new ChatCliError('not-found', `There is no file ${path}`, { hint })
      }
      const stamp = fileStamp(stat)
      const register = before.get(path)
      if (register?.stamp === stamp) found.push(register)
      else {
        const steps = readJsonl(disk, path, stamp)
        let step = steps.next()
        for (; step.done !== true; step = steps.next()) {
          signal?.throwIfAborted()
          yield undefined
        }
        found.push(step.value)
      }
    }
    if (found.length !== before.size || found.some((register) => before.get(register.path) !== register)) {
      makeFolderDurably(disk, folder)
      const randomName = (): string => randomHex(16)
      writeDurably(disk, join(folder, registerFile), encodeChecked(found), { replace: true, randomName })
      registers = found
      places = undefined
    }
    const sum = (of: (register: JsonlRegister) => number): number =>
      found.reduce((total, register) => total + of(register), 0)
    const counts = {
      'bad-line': sum(({ badLines }) => badLines),
      'over-limit': sum(({ overLimit }) => overLimit),
    }
    return {
      stamps: found.flatMap(({ documents }) => documents.map(stampOf)),
      skipped: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    }
  }

  function load(source: string): KnowledgeDocument {
    const place = placeOf(source)
    if (place === undefined) throw new ChatCliError('not-found', `There is no document ${source}`)
    const sections: DocumentSection[] = []
    let text = ''
    const { path, document } = place
    try {
      const fd = disk.openRead(path)
      try {
        const digests: string[] = []
        for (const [offset, length] of document.lines) {
          const line = readOpenRange(disk, fd, offset, length)
          digests.push(digestOfLine(line))
          const piece = jsonlPiece(line)
          if (piece === undefined) continue
          if (text !== '' && !text.endsWith('\n')) text += '\n'
          sections.push({ start: text.length, title: piece.title, most: piece.chunkSize ?? longestPassage })
          text += piece.content
        }
        // The file may have changed since; what was added to its end changes no other document.
        if (stampOfLines(digests) !== document.stamp) throw changed(path)
      } finally {
        disk.close(fd)
      }
    } catch (error) {
      const isGone = errorCode(error) === 'ENOENT'
      throw isGone
        ? new ChatCliError('not-found', `There is no document ${source}`, { cause: error })
        : toStorageError(error, 'read', path)
    }
    return { source, text, bytes: undefined, sections }
  }

  return {
    find,
    load,
    stamp(source) {
      const place = placeOf(source)
      return place === undefined ? undefined : stampOf(place.document)
    },
    // A piece is written as JSON: no bytes of the file say what it says.
    slice: () => undefined,
    close: () => undefined,
    origin: () => known().find(({ repoUrl }) => repoUrl !== undefined) ?? {},
  }
}

function changed(path: string): ChatCliError {
  return new ChatCliError('storage', `${path} changed since it was read`, {
    hint: 'Bring the base up to date.',
  })
}

function stampOf({ source, stamp }: JsonlDocument): RecordStamp {
  return { name: source, stamp, changedAt: 0 }
}
