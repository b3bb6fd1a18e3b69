import { sha256 } from './conversation/message-hash.ts'
import { createSimulatedDisk, type SimulatedDisk } from './disk/simulated-disk.ts'
import { readHeader } from './seal/file-header.ts'
import { filesIn, root } from './store/sealed/sealed-home.suite.ts'
import { headIn, openHome, problemsIn, start } from './sealed-home.suite.ts'

type Files = Map<string, Buffer>

const long = 'The harbour master writes down every tide and every keel that passes the mole. '.repeat(900)

/** Three sessions in turns, one of them in the trash, text in the archive, an index of several blocks. */
function madeHome(other = ''): Files {
  const home = openHome()
  for (const name of ['tides', 'eddies', 'currents', 'swell']) {
    const live = home.chatcli.sessions.create({ name })
    for (let turn = 0; turn < 4; turn++) {
      live.append([
        { role: 'user', content: `${name} ${other} question ${turn}` },
        { role: 'assistant', content: `${name} answer ${turn} ${words(turn + 4 * name.length)}` },
      ])
      live.save()
    }
    live.close()
  }
  home.chatcli.archive.put(`${other}${long}`)
  home.chatcli.archive.put(`another ${other} text`)
  home.chatcli.search('question')
  for (const name of ['eddies', 'currents']) home.chatcli.sessions.delete(name)
  return filesIn(home.bare)
}

/** Many different words: an index of more than one block. */
function words(turn: number): string {
  return Array.from({ length: 1500 }, (_, i) => ((i * 7919 + turn * 104_729) % 1_000_003).toString(36)).join(
    ' ',
  )
}

function digests(of: Files): Record<string, string> {
  return Object.fromEntries([...of].map(([path, bytes]) => [path, sha256(bytes)]))
}

function diskWith(files: Files): SimulatedDisk {
  const disk = createSimulatedDisk({ nowMs: start })
  for (const folder of ['', '/home', '/home/chatcli']) if (folder !== '') disk.makeFolder(folder)
  for (const [path, bytes] of files) {
    const parts = path.split('/').slice(0, -1)
    for (let i = 1; i <= parts.length; i++) disk.makeFolder(`${root}/${parts.slice(0, i).join('/')}`)
    const fd = disk.createExclusive(`${root}/${path}`)
    disk.write(fd, bytes)
    disk.close(fd)
  }
  return disk
}

const files = madeHome()
const paths = [...files.keys()]
const find = (start: string, end: string, from: Files = files): string =>
  [...from.keys()].filter((path) => path.startsWith(start) && path.endsWith(end))[0] ?? ''
const findOther = (path: string): string => {
  const [top] = path.split('/')
  const extension = path.slice(path.lastIndexOf('.'))
  const others = paths.filter(
    (other) => other !== path && other.startsWith(`${top}/`) && other.endsWith(extension),
  )
  return (
    others.find((other) => other.split('/').at(-1) !== path.split('/').at(-1)) ??
    paths.find((other) => other.startsWith('sessions')) ??
    ''
  )
}
/** What is attacked. */
export const objects: Readonly<Record<string, string>> = {
  session: find('sessions/', '.json'),
  transcript: find('transcripts/', '.jsonl'),
  index: find('index/', '.seg'),
  archive: find('ccr/', '.ccr'),
  trash: find('trash/', '.jsonl'),
}

/** Lines of a file of lines, blocks of one of blocks, pieces of any other; what is before them stays. */
function unitsOf(path: string, bytes: Buffer): { readonly head: Buffer; readonly units: readonly Buffer[] } {
  if (path.endsWith('.jsonl')) {
    const lines = bytes
      .toString('latin1')
      .split('\n')
      .filter((line) => line !== '')
    return { head: Buffer.from('\n'), units: lines.map((line) => Buffer.from(`${line}\n`, 'latin1')) }
  }
  const length = readHeader(bytes)?.length ?? 0
  const size = path.endsWith('.seg') ? 32_784 : Math.ceil((bytes.length - length) / 5)
  const units: Buffer[] = []
  for (let at = length; at < bytes.length; at += size) units.push(bytes.subarray(at, at + size))
  return { head: bytes.subarray(0, length), units }
}

function withUnits(
  path: string,
  change: (units: readonly Buffer[]) => readonly (Buffer | undefined)[],
): Files {
  const { head, units } = unitsOf(path, files.get(path) ?? Buffer.alloc(0))
  const next = change(units).filter((unit) => unit !== undefined)
  return new Map(files).set(path, Buffer.concat([head, ...next]))
}

const elsewhere = madeHome('foreign')
const head = headIn(openHome(diskWith(files)))

type Attack = (path: string) => Files
const attacks: Readonly<Record<string, Attack>> = {
  'flip a bit': (path) => {
    const bytes = Buffer.from(files.get(path) ?? '')
    const at = bytes.length >> 1
    bytes[at] = (bytes[at] ?? 0) ^ 4
    return new Map(files).set(path, bytes)
  },
  'cut it': (path) => {
    const bytes = files.get(path) ?? Buffer.alloc(0)
    return new Map(files).set(path, bytes.subarray(0, bytes.length - 40))
  },
  'swap two files': (path) => {
    const other = findOther(path)
    return new Map(files)
      .set(path, files.get(other) ?? Buffer.alloc(0))
      .set(other, files.get(path) ?? Buffer.alloc(0))
  },
  'swap two lines': (path) => withUnits(path, ([a, b, c, ...rest]) => [a, c, b, ...rest]),
  'drop a line': (path) => withUnits(path, ([a, , ...rest]) => [a, ...rest]),
  'move a line to the end': (path) => withUnits(path, ([a, b, ...rest]) => [a, ...rest, b]),
  'say a line again': (path) => withUnits(path, (units) => [...units, units[1]]),
  'end it at a line': (path) => withUnits(path, (units) => units.slice(0, -1)),
  'put plaintext there': (path) => {
    const plain = path.endsWith('.jsonl')
      ? '\n{"ts":"2026-06-01T00:00:00Z","kind":"msg","message":{"role":"user","content":"believe me"}}\n'
      : '{"version":2,"chat_history":[{"role":"user","content":"believe me"}]}'
    return new Map(files).set(path, Buffer.from(plain))
  },
  'put the file of another home there': (path) => {
    const [top = ''] = path.split('/')
    const foreign = find(`${top}/`, path.slice(path.lastIndexOf('.')), elsewhere)
    return new Map(files).set(path, elsewhere.get(foreign) ?? Buffer.alloc(0))
  },
  'put an older version there': (path) => new Map(files).set(path, older(path)),
  'change the header': (path) => {
    const bytes = Buffer.from(files.get(path) ?? '')
    // The layout of a file, the key id of a line: what readers look at first.
    const at = path.endsWith('.jsonl') ? bytes.indexOf('"k":"') + 6 : 15
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return new Map(files).set(path, bytes)
  },
}

/** As it was two turns before. */
function older(path: string): Buffer {
  if (path.endsWith('.jsonl')) {
    const { head, units } = unitsOf(path, files.get(path) ?? Buffer.alloc(0))
    return Buffer.concat([head, ...units.slice(0, -8)])
  }
  if (!path.startsWith('sessions')) return Buffer.alloc(0)
  const home = openHome(diskWith(files))
  // A snapshot of the same conversation that has seen less.
  const text = JSON.stringify(readSession(home, path))
  const fd = home.disk.createExclusive(`${root}/sessions/.abcdefgh.tmp`, `${root}/${path}`)
  home.disk.write(fd, Buffer.from(text))
  home.disk.close(fd)
  return filesIn(home.bare).get('sessions/.abcdefgh.tmp') ?? Buffer.alloc(0)
}

function readSession(home: ReturnType<typeof openHome>, path: string): unknown {
  const fd = home.disk.openRead(`${root}/${path}`)
  const bytes = new Uint8Array(home.disk.statOpen(fd).size)
  home.disk.read(fd, bytes, 0)
  home.disk.close(fd)
  const file = JSON.parse(Buffer.from(bytes).toString()) as {
    fold: { seen: [string, number, number][] }
  }
  const [w, from, to] = file.fold.seen[0] ?? ['', 0, 0]
  return { ...file, fold: { ...file.fold, seen: [[w, from, to - 4]] } }
}

/** The archive and the index never change under a name: there is no older version of a file of theirs. */
const none = new Set(['put an older version there: archive', 'put an older version there: index'])

/** Every attack on every object: its name, and that of the object. */
export const tamperings: readonly (readonly [attack: string, object: string])[] = Object.keys(attacks)
  .flatMap((attack) => Object.keys(objects).map((object) => [attack, object] as const))
  .filter(([attack, object]) => !none.has(`${attack}: ${object}`))

/** What a check of the home names: as it is, and once one object was attacked. */
export function namedAfter(attack?: string, object?: string): Named {
  const path = objects[object ?? ''] ?? ''
  const tampered = attacks[attack ?? '']?.(path) ?? files
  const home = openHome(diskWith(tampered))
  const named = problemsIn(home, head)
  const id = path.split('/').at(-1) ?? ''
  return {
    isChanged: JSON.stringify(digests(tampered)) !== JSON.stringify(digests(files)),
    named,
    ofIt: named.filter((problem) => problem.includes(id) || problem.includes('sessions/')),
    isLeftAsIs: JSON.stringify(digests(filesIn(home.bare))) === JSON.stringify(digests(tampered)),
  }
}

export interface Named {
  /** The attack changed a byte. */
  readonly isChanged: boolean
  readonly named: readonly string[]
  /** Of what was named, what is about the object, or about the session that it belongs to. */
  readonly ofIt: readonly string[]
  /** Nothing was made better or worse by looking. */
  readonly isLeftAsIs: boolean
}

/** Lines, blocks or pieces of an object: there must be several to exchange. */
export function unitCount(object: string): number {
  const path = objects[object] ?? ''
  return unitsOf(path, files.get(path) ?? Buffer.alloc(0)).units.length
}
