import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ContextsApi } from '../../../chatcli.ts'
import type { ChatRequest } from '../../../commands/chat/chat-request.ts'
import { createProcessProbe } from '../../../disk/process-identity.ts'
import type { ChatCliError } from '../../../errors.ts'
import { completeLine, type CompletionSources } from './complete-line.ts'
import type { Typing } from './line-editor.ts'
import { lineHistory } from './line-history.ts'

/**
 * What typing in this chat is helped with: the history that the settings name, and completion from its memory.
 *
 * @param note told in one line when the history cannot be kept
 */
export function typingFor(request: ChatRequest, note: (line: string) => void): Typing {
  const { context, settings } = request
  const { disk, text } = context
  const onTrouble = ({ message }: ChatCliError): void =>
    note(text.chat.typing.historyTrouble(text.fromStore(message)))
  const file = {
    disk,
    path: settings.historyFile ?? join(settings.home, 'state', 'history'),
    maxBytes: settings.historyMaxBytes,
    processes: createProcessProbe(),
    randomName: () => randomBytes(8).toString('hex'),
  }
  const sources = completionSources(request)
  return {
    history: lineHistory(settings.history ? { file, onTrouble } : { onTrouble }),
    complete: (line, cursor) => completeLine(line, cursor, sources),
    labelOf: text.chat.typing.label,
    andMore: text.andMore,
    twiceEscape: { line: '/rewind', now: context.now },
  }
}

function completionSources({ context }: ChatRequest): CompletionSources {
  const { chatcli, disk, text, help, cwd, environment } = context
  const { sessions } = chatcli
  return {
    sessions: () =>
      sessions
        .list()
        .sessions.filter(({ interrupted }) => !interrupted)
        .map(({ name, title }) => ({ word: name, about: title })),
    interrupted: () => sessions.unsaved().map(({ name, title }) => ({ word: name, about: title })),
    contexts: contextNames(context),
    trash: () => sessions.trash().map(({ name }) => ({ word: name, about: '' })),
    text,
    help,
    paths: {
      cwd,
      home: environment['HOME'] || environment['USERPROFILE'] || undefined,
      // A slash at the end leads through a link.
      list: (folder) => quietly(() => disk.list(`${folder}/`)) ?? [],
      isFolder: (path) => quietly(() => disk.stat(`${path}/`))?.kind === 'folder',
    },
  }
}

/** Contexts are loaded when the prompt is there; whoever is faster completes again. */
function contextNames({ chatcli }: ChatRequest['context']): CompletionSources['contexts'] {
  let contexts: ContextsApi | undefined
  const load = (): void =>
    void chatcli.contexts().then(
      (loaded) => (contexts = loaded),
      () => undefined,
    )
  // The prompt does not wait for it, nor does whoever leaves.
  setTimeout(load, 500).unref()
  return () => {
    const list = contexts && quietly(() => contexts?.list())
    return (list?.contexts ?? []).map(({ name, description }) => ({
      word: name.includes(' ') ? `"${name}"` : name,
      about: description,
    }))
  }
}

/** What cannot be looked at is not there, for somebody who only types. */
function quietly<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
