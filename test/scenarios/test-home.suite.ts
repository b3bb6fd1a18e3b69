import { dirname, join } from 'node:path'
import { type ChatCli, type Message, type OpenChatCliOptions, openChatCli } from '../../src/index.ts'
import { readWholeFile } from '../../src/disk/read-file.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../../src/disk/simulated-disk.ts'

export const HOME = '/home/ada/.chatcli'

/** A home on a simulated disk, and hands that do to its files what other programs and people do. */
export interface TestHome {
  readonly chatcli: ChatCli
  readonly disk: SimulatedDisk
  readonly clock: { now: number }
  /** Another surface: its own process on the same files. */
  readonly surface: (options?: Partial<OpenChatCliOptions>) => ChatCli
  readonly session: (name: string) => string
  readonly transcript: (name: string) => string
  readonly has: (path: string) => boolean
  readonly bytes: (path: string) => Buffer
  readonly text: (path: string) => string
  readonly json: (path: string) => Record<string, unknown>
  /** Writes a file as an editor or another program does: a new one in its place. */
  readonly put: (path: string, content: string | Uint8Array | object) => void
  readonly remove: (path: string) => void
  readonly move: (from: string, to: string) => void
  /** Adds bytes to the end of a file. */
  readonly add: (path: string, content: string | Uint8Array) => void
  /** Changes the parsed session file by hand. */
  readonly edit: (name: string, change: (file: SessionJson) => void) => void
  /** All files under the home, as paths. */
  readonly files: () => string[]
}

export interface SessionJson extends Record<string, unknown> {
  chat_history: (Message & Record<string, unknown>)[]
}

/** The disk's clock runs hours behind the people's, so that every file counts as settled when it is looked at. */
export function testHome(options: Partial<OpenChatCliOptions> = {}): TestHome {
  const disk = createSimulatedDisk({ nowMs: Date.UTC(2026, 5, 1, 3) })
  const clock = { now: Date.UTC(2026, 5, 1, 12) }
  const now = (): number => (clock.now += 1000)
  const surface = (more: Partial<OpenChatCliOptions> = {}): ChatCli =>
    openChatCli({ home: HOME, disk: disk.anotherProcess(), now, timeZone: 'UTC', ...options, ...more })
  for (const folder of ['/home', '/home/ada', HOME, `${HOME}/sessions`, `${HOME}/transcripts`]) {
    disk.makeFolder(folder)
    disk.syncFolder(dirname(folder))
  }
  const home: TestHome = {
    chatcli: surface({ disk }),
    disk,
    clock,
    surface,
    session: (name) => join(HOME, 'sessions', `${name}.json`),
    transcript(name) {
      const id = home.json(home.session(name))['transcript_id']
      return join(HOME, 'transcripts', `${String(id)}.jsonl`)
    },
    has: (path) => disk.stat(path) !== undefined,
    bytes: (path) => Buffer.from(readWholeFile(disk, path)),
    text: (path) => home.bytes(path).toString('utf8'),
    json: (path) => JSON.parse(home.text(path)) as Record<string, unknown>,
    put(path, content) {
      if (home.has(path)) disk.unlink(path)
      if (!home.has(dirname(path))) disk.makeFolder(dirname(path))
      const fd = disk.createExclusive(path)
      disk.write(fd, bytesOf(content))
      disk.sync(fd)
      disk.close(fd)
    },
    remove: (path) => disk.unlink(path),
    move: (from, to) => disk.rename(from, to),
    add(path, content) {
      const fd = disk.openAppend(path)
      disk.write(fd, bytesOf(content))
      disk.close(fd)
    },
    edit(name, change) {
      const file = home.json(home.session(name)) as SessionJson
      change(file)
      home.put(home.session(name), JSON.stringify(file, undefined, 2))
    },
    files: () => filesUnder(disk, HOME),
  }
  return home
}

function bytesOf(content: string | Uint8Array | object): Uint8Array {
  if (content instanceof Uint8Array) return content
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content, undefined, 2))
}

function filesUnder(disk: SimulatedDisk, folder: string): string[] {
  return disk.list(folder).flatMap((name) => {
    const path = join(folder, name)
    return disk.stat(path)?.kind === 'folder' ? filesUnder(disk, path) : [path]
  })
}

export const user = (content: string): Message => ({ role: 'user', content })
export const assistant = (content: string): Message => ({ role: 'assistant', content })

/** A conversation of so many turns: "question k", "answer k". */
export function turns(count: number, topic = 'tide'): Message[] {
  return Array.from({ length: count }, (_, k) => [
    user(`${topic} question ${k}`),
    assistant(`${topic} answer ${k}`),
  ]).flat()
}

/** What the window of a session says. */
export function said(chatcli: ChatCli, name: string): string[] {
  return chatcli.sessions.load(name).messages.map(({ content }) => content)
}

/** The record as `state: text`. */
export function recorded(chatcli: ChatCli, name: string): string[] {
  return chatcli.sessions.record(name).messages.map(({ state, message }) => `${state}: ${message.content}`)
}

/** Names of the sessions that a question finds. */
export function found(chatcli: ChatCli, query: string): string[] {
  return chatcli.search(query).sessions.map(({ name }) => name)
}

/** The kinds of the notes that loading a session gives. */
export function notesOf(chatcli: ChatCli, name: string): string[] {
  return chatcli.sessions.load(name).notes.map(({ kind }) => kind)
}

/** Runs and returns what was thrown, which has to be one of our errors. */
export function failure(run: () => unknown): {
  readonly code: string
  readonly message: string
  readonly hint: string
} {
  try {
    run()
  } catch (error) {
    const { code, message, hint } = error as { code: string; message: string; hint?: string }
    return { code, message, hint: hint ?? '' }
  }
  throw new Error('nothing was thrown')
}
