import { createHmac } from 'node:crypto'
import type { DiskLine, DiskSeal } from '../../disk/disk.ts'
import { deriveKey } from '../../seal/derive-key.ts'
import { keyError } from '../../seal/key-errors.ts'
import type { Keyring } from '../../seal/keyring.ts'
import type { MasterKey } from '../../seal/master-key.ts'
import { openLegacyLine } from '../../seal/legacy-data.ts'
import {
  isSealedLine,
  type LinePlace,
  openLine,
  type OpenedLine,
  readSealedLine,
  type SealedLine,
  sealLine,
} from '../../seal/sealed-line.ts'
import type { FileRule } from './file-rule.ts'
import type { HomeGuard } from './home-seal.ts'

export interface LineSealOptions {
  readonly keys: Keyring
  readonly guard: HomeGuard
  readonly ruleOf: (path: string) => FileRule | undefined
  /** See {@link DiskSeal.isUnsealed}. */
  readonly isUnsealed: (path: string) => boolean
  /** Random lower-case letters and digits. */
  readonly randomName: () => string
}

const newline = 0x0a
/** Writers whose last tags are remembered; a process has a few at a time. */
const mostChains = 65_536

/** Seals and opens the lines of files that are appended to. */
export function lineSeal({ keys, guard, ruleOf, randomName, isUnsealed }: LineSealOptions): DiskSeal {
  /** The tag of the last line that each writer made here, by file and writer. */
  const tags = new Map<string, string>()
  /** The writer of lines that do not name one, and how many it made, by file. */
  const own = new Map<string, { readonly w: string; n: number }>()

  const sealOne = (standsIn: LinePlace, line: Uint8Array): string => {
    const { current } = keys
    if (current === undefined || isSealedAlready(standsIn, line)) return Buffer.from(line).toString('latin1')
    const named = standsIn.kind === 'transcript' ? nameIn(line) : undefined
    const { w, n } = named ?? nextOwn(standsIn)
    const place = withoutWriter(standsIn, w) ?? standsIn
    const chain = `${place.kind} ${place.id} ${w}`
    const made = sealLine(current, place, { w, n, p: tags.get(chain) ?? '' }, line)
    tags.delete(chain)
    if (tags.size >= mostChains) tags.delete(tags.keys().next().value ?? '')
    tags.set(chain, made.tag)
    return made.text
  }

  const nextOwn = ({ kind, id }: LinePlace): { readonly w: string; readonly n: number } => {
    const key = `${kind} ${id}`
    let writer = own.get(key)
    if (writer === undefined) own.set(key, (writer = { w: randomName().slice(0, 16), n: 0 }))
    return { w: writer.w, n: writer.n++ }
  }

  return {
    isSealing: keys.current !== undefined,
    keyId: keys.current?.id,
    isActive: () => keys.current !== undefined || guard.seal() !== undefined,
    lines(path, bytes) {
      const rule = ruleOf(path)
      if (keys.current === undefined || !hasLines(rule)) return bytes
      const parts: string[] = []
      for (let at = 0; at < bytes.length;) {
        const end = bytes.indexOf(newline, at)
        const stop = end < 0 ? bytes.length : end
        if (stop > at) parts.push(sealOne(placeOf(rule), bytes.subarray(at, stop)))
        if (end >= 0) parts.push('\n')
        at = stop + 1
      }
      return Buffer.from(parts.join(''), 'latin1')
    },
    openLine(path, bytes) {
      const rule = ruleOf(path)
      if (!hasLines(rule)) return { status: 'plain' }
      const line = readSealedLine(bytes)
      if (line !== undefined) return openSealed(keys, guard, placeOf(rule), line, path)
      if (isSealedLine(bytes)) return damagedLine(bytes)
      const legacy = openLegacyLine(keys, bytes)
      if (legacy === undefined) return { status: 'plain' }
      return { status: 'open', bytes: legacy, w: '', n: 0, key: '', tag: '', previous: '' }
    },
    keyedNames(kind, hash) {
      const masters = keys.current === undefined ? [] : [keys.current, ...keys.previous]
      return [...masters.map((master) => keyedName(master, kind, hash)), hash]
    },
    isUnsealed,
    requireKey: () => guard.beforeRead(),
  }
}

/** A person may type into a log what looks like the beginning of a sealed line; no line of a transcript does. */
function isSealedAlready({ kind }: LinePlace, line: Uint8Array): boolean {
  return kind === 'transcript' ? isSealedLine(line) : readSealedLine(line) !== undefined
}

function keyedName({ bytes }: MasterKey, kind: string, hash: string): string {
  const key = deriveKey(bytes, '', `chatcli/name/1/${kind}`, 32)
  return createHmac('sha256', key).update(hash).digest('hex').slice(0, hash.length)
}

function hasLines(rule: FileRule | undefined): rule is FileRule {
  return rule?.form === 'transcript' || rule?.form === 'log'
}

function placeOf({ kind, id = '' }: FileRule): LinePlace {
  return { kind, id }
}

/** A side file is named `<id>.<writer>.jsonl`, and its lines belong to the transcript `<id>`. */
function withoutWriter(place: LinePlace, w: string): LinePlace | undefined {
  const { kind, id } = place
  return kind === 'transcript' && id.endsWith(`.${w}`) ? { kind, id: id.slice(0, -w.length - 1) } : undefined
}

/** A file beside a transcript has the lines of that. */
function openIn(keys: Keyring, place: LinePlace, line: SealedLine): OpenedLine {
  const beside = withoutWriter(place, line.w)
  if (beside !== undefined) return openLine(keys, beside, line)
  const opened = openLine(keys, place, line)
  const id = place.kind === 'transcript' && opened.status === 'damaged' ? besideOf(place.id) : undefined
  return id === undefined ? opened : openLine(keys, { ...place, id }, line)
}

/** The transcript that a file named `<id>.<rest>` may be beside. */
function besideOf(id: string): string | undefined {
  const dot = id.lastIndexOf('.')
  return dot > 0 ? id.slice(0, dot) : undefined
}

function damagedLine(bytes: Uint8Array): DiskLine {
  const ref = nameIn(bytes)
  const reason = 'it is sealed, and its checksum does not match'
  return { status: 'damaged', reason, ...(ref === undefined ? {} : { ref: [ref.w, ref.n] as const }) }
}

function openSealed(
  keys: Keyring,
  guard: HomeGuard,
  place: LinePlace,
  line: SealedLine,
  path: string,
): DiskLine {
  const { w, n, p, k } = line
  const opened = openIn(keys, place, line)
  if (opened.status === 'open') {
    const { bytes: plain, tag } = opened
    return { status: 'open', bytes: plain, w, n, key: k, tag, previous: p }
  }
  if (opened.status === 'missing-key') {
    const seal = guard.seal()
    // A key that neither this process nor the home knows is no reason to hide the other lines.
    if (keys.current === undefined || seal?.key === k || seal?.also?.includes(k) === true)
      throw keyError(path, k, keys)
    return { status: 'damaged', reason: `it is sealed with another key (${k})`, ref: [w, n] }
  }
  const reason = 'it is not what was sealed here: changed, or put here from elsewhere'
  return { status: 'damaged', reason, ref: [w, n] }
}

/** Whose line it is, as every line begins. */
export function nameIn(line: Uint8Array): { readonly w: string; readonly n: number } | undefined {
  const head = Buffer.from(line.buffer, line.byteOffset, Math.min(line.byteLength, 160)).toString('latin1')
  const found = /^\{"v":\d+,"w":"([\w-]{1,64})","n":(\d{1,15}),/.exec(head)
  return found === null ? undefined : { w: found[1] ?? '', n: Number(found[2]) }
}
