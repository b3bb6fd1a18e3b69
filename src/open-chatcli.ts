import type { ChatCli, SessionSummary } from './chatcli.ts'
import { exportRecord } from './conversation/export-record.ts'
import { parseMessages } from './conversation/parse-messages.ts'
import type { ContextsApi } from './contexts/contexts-api.ts'
import type { ImportsApi } from './importers/imports-api.ts'
import type { SessionFile } from './conversation/session-file.ts'
import type { Disk } from './disk/disk.ts'
import { createProcessProbe } from './disk/process-identity.ts'
import { createRealDisk } from './disk/real-disk.ts'
import { pageOf } from './search/page.ts'
import { parseKeyring } from './seal/keyring.ts'
import { searchIndex } from './search/search.ts'
import type { SearchOptions } from './search/search-result.ts'
import { appendDifference } from './store/append-difference.ts'
import type { ArchiveBounds } from './store/archive-prune.ts'
import { defaultBounds, openArchive } from './store/archive.ts'
import { archivedInTranscript } from './store/archived-in-transcript.ts'
import { deleteSession } from './store/delete-session.ts'
import { discardLive } from './store/discard-live.ts'
import { finishCutOff } from './store/finish-cut-off.ts'
import { forkSession } from './store/fork-session.ts'
import { homePaths } from './store/home-paths.ts'
import { listSessions, sessionExists, summaryOf } from './store/list-sessions.ts'
import { loadConversation } from './store/load-conversation.ts'
import { memoryArchive } from './store/memory-archive.ts'
import { branchLive, newLive, openLive, recoverLive } from './store/open-live.ts'
import { checkHome } from './store/prepare-home.ts'
import { randomHex } from './store/random-hex.ts'
import { readChanges } from './store/read-changes.ts'
import { recordOf } from './store/record-of.ts'
import { renameSession } from './store/rename-session.ts'
import { restoreSession } from './store/restore-session.ts'
import { homeDisk } from './store/sealed/home-disk.ts'
import { saveSession } from './store/save-session.ts'
import { checkSessionName } from './store/session-name.ts'
import { storageDisk } from './store/storage-disk.ts'
import type { StorageApi } from './store/storage/storage-api.ts'
import { unsealedSessions } from './store/sealed/unsealed-sessions.ts'
import type { StoreContext } from './store/store-context.ts'
import { transcriptStats } from './store/transcript-stats.ts'
import { listTrash } from './store/trash.ts'
import { unsavedConversations } from './store/unsaved.ts'
import type { IndexProgress } from './indexing/index-status.ts'
import { manyMessages, pageByQuery } from './page-by-query.ts'
import { searchInSession } from './search-in-session.ts'
import { RecordIndex } from './record-index.ts'

/** Milliseconds for which files of the index stay open for the next answer. */
const filesStayOpen = 1000

export interface OpenChatCliOptions {
  /** Absolute path of the home folder; it is made when something is first written. */
  readonly home: string
  /** Milliseconds since the epoch; the system's clock when not given. */
  readonly now?: () => number
  /** The zone "yesterday" is meant in; the machine's when not given. */
  readonly timeZone?: string
  /** False keeps no transcripts: sessions are plain files, and the last writer wins. */
  readonly transcripts?: boolean
  /** Bounds of the archive of what compactions put away: bytes of all, milliseconds of one that nobody asks for. */
  readonly archive?: { readonly maxBytes?: number; readonly ttlMs?: number }
  /** Another disk than the machine's. One that seals already needs no key here. */
  readonly disk?: Disk
  /**
   * 32 bytes in base64: everything that holds what was said is sealed under this key. Those of `previous` open what was
   * sealed before it was replaced.
   */
  readonly encryptionKey?: string
  readonly previousKeys?: readonly string[]
  /** Told how far the first search index of a home got, which a search may have to make. */
  readonly onIndexProgress?: (progress: IndexProgress) => void
  /** Text that is held while the index is made, in UTF-16 code units: less takes less memory, and more files at first. */
  readonly indexBuffer?: number
}

/**
 * Opens the memory in a home folder.
 *
 * ```ts
 * const chatcli = openChatCli({ home: '/home/ada/.chatcli' })
 * for (const hit of chatcli.search('what did we decide about the cache?').sessions) {
 *   console.log(hit.name, hit.messages[0]?.snippet.text)
 * }
 * ```
 *
 * @throws ChatCliError `key` when the key is none, `newer-version` or `damaged` when the home was made by a later program, or says nothing readable
 */
export function openChatCli(options: OpenChatCliOptions): ChatCli {
  const {
    home,
    now = Date.now,
    timeZone,
    transcripts = true,
    archive: archiveBounds = {},
    disk = createRealDisk(),
    encryptionKey,
    previousKeys = [],
    onIndexProgress,
    indexBuffer,
  } = options
  const probe = createProcessProbe()
  const keys = parseKeyring({ key: encryptionKey, previous: previousKeys })
  const context: StoreContext = {
    disk: storageDisk(homeDisk(disk, { home, keys, now })),
    home: homePaths(home),
    now,
    randomHex,
    transcripts,
    processIdentity: { ...probe.self },
    isProvablyDead: (identity) => probe.liveness(identity as unknown as typeof probe.self) === 'dead',
  }
  checkHome(context)
  const archive = transcripts ? openArchive(context, archiveBounds) : memoryArchive()
  const index = new RecordIndex(context, {
    defer: (work) => setImmediate(work),
    later: (work) => setTimeout(work, filesStayOpen).unref(),
    ...(onIndexProgress === undefined ? {} : { onProgress: onIndexProgress }),
    segment: indexBuffer,
  })
  const defaults = (given: SearchOptions): SearchOptions => ({
    now: now(),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...given,
  })
  const record = (name: string) => recordOf(loadConversation(context, checkName(name), { whole: true }))
  const summary = (name: string): SessionSummary => summaryOf(context, name)

  let contexts: Promise<ContextsApi> | undefined
  let storage: Promise<StorageApi> | undefined
  let imports: Promise<ImportsApi> | undefined

  return {
    contexts: () => (contexts ??= contextsOf(context)),
    imports: () => (imports ??= importsOf(context)),
    storage: () => (storage ??= storageOf(context, archiveBounds, index)),
    sessions: {
      list: (given = {}) => listSessions(context, given),
      exists: (name) => sessionExists(context, name),
      summary: (name) => summary(checkName(name)),
      load(name, { asOf = false } = {}) {
        const { fold, id, notes, damage } = loadConversation(context, checkName(name), { asOf })
        const { window, title } = fold.state()
        return { name, id, title, messages: window.map(({ message }) => message), notes, damage }
      },
      record,
      save(name, content, given = {}) {
        const { force = false, title, source, where = 'the given text' } = given
        const parsed: SessionFile =
          typeof content === 'string'
            ? parseMessages(content, where)
            : { version: 2, chat_history: content, other: {} }
        const file = {
          ...parsed,
          ...(title === undefined ? {} : { title }),
          ...(source === undefined ? {} : { source }),
        }
        saveSession(context, name, file, { force })
        return summary(name)
      },
      create: ({ name } = {}) => newLive(context, name === undefined ? {} : { name: checkSessionName(name) }),
      open: (name) => openLive(context, checkName(name)),
      branch: (name, { as } = {}) => branchLive(context, checkName(name), as),
      rejoin: (branch, name) => appendDifference(context, branch, checkName(name)),
      unsaved: () => unsavedConversations(context),
      recover: (name) => recoverLive(context, checkName(name)),
      finishCutOff: (live) => finishCutOff(context, live),
      discard(live) {
        discardLive(context, live)
      },
      rename(from, to) {
        renameSession(context, checkName(from), to)
        return summary(to)
      },
      fork(from, to) {
        forkSession(context, checkName(from), to).close()
        return summary(to)
      },
      delete(name, { purge = false } = {}) {
        const entry = deleteSession(context, name, { purge })
        if (purge) index.forget()
        return { entry }
      },
      restore: (name, { as } = {}) => summary(restoreSession(context, name, as)),
      trash: () =>
        listTrash(context).map(({ entry, name, id, reason, at }) => ({
          entry,
          name,
          id,
          reason,
          deletedAt: Date.parse(at),
        })),
    },
    transcripts: {
      search(name, query, { limit = 8 } = {}) {
        const found = record(name)
        const options = defaults({ limit })
        if (found.messages.length >= manyMessages) return searchInSession(index, name, query, options)
        return searchIndex(index.of([found]), query, options)
      },
      stats: (name) => transcriptStats(context, checkName(name)),
      export(name, format) {
        const loaded = loadConversation(context, checkName(name), { whole: true })
        const whole = recordOf(loaded)
        return {
          text: exportRecord(whole, format),
          entries: whole.messages.length,
          source: loaded.transcript === undefined ? 'live history' : 'journal',
        }
      },
    },
    search(query, given = {}) {
      const result = index.search(query, defaults(given))
      const unsealed = unsealedSessions(context, result.sessions)
      return unsealed.length === 0 ? result : { ...result, coverage: { ...result.coverage, unsealed } }
    },
    page(name, given = {}) {
      const found = record(name)
      const options = { now: now(), ...given }
      const { query } = given
      return query === undefined ? pageOf(found, options) : pageByQuery(found, { ...options, query }, index)
    },
    changes(since) {
      const read = readChanges(context, since ?? { ino: 0, offset: 0 })
      return since === undefined ? { ...read, notes: [], isComplete: true } : read
    },
    index: {
      status: () => index.status(),
      rebuild: (given) => index.rebuild(given),
      verify: () => index.verify(),
      refresh: () => index.lookAtAll(),
      maintain: () => index.maintain(),
    },
    archive: {
      put: (text) => archive.put(text),
      keyOf: (text) => archive.keyOf(text),
      get(key, { from } = {}) {
        const kept = archive.get(key)
        if (kept !== undefined || from === undefined || !from.hasTranscript) return kept
        return archivedInTranscript(context, from.transcriptId, key)
      },
    },
  }
}

async function contextsOf(context: StoreContext): Promise<ContextsApi> {
  const { openContexts } = await import('./contexts/open-contexts.ts')
  return openContexts(context)
}

async function importsOf(context: StoreContext): Promise<ImportsApi> {
  const { openImports } = await import('./importers/open-imports.ts')
  return openImports(context)
}

async function storageOf(
  context: StoreContext,
  bounds: Partial<ArchiveBounds>,
  index: RecordIndex,
): Promise<StorageApi> {
  const { openStorage } = await import('./store/storage/open-storage.ts')
  return openStorage(context, {
    archive: { ...defaultBounds, ...bounds },
    onRemoved: () => index.forget(),
    onForgotten: (names) => index.forgetVersions(names),
  })
}

/** Names a person asks for may be the program's own. */
function checkName(name: string): string {
  return checkSessionName(name, { machine: true })
}
