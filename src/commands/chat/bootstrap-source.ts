import type { BootstrapFolder } from '../../agent/bootstrap/bootstrap-folder.ts'
import { bootstrapRequest } from '../../agent/bootstrap/bootstrap-request.ts'
import { joinBootstrap } from '../../agent/bootstrap/join-bootstrap.ts'
import {
  type Bootstrap,
  type BootstrapFile,
  bootstrapStamp,
  readBootstrap,
} from '../../agent/bootstrap/read-bootstrap.ts'
import type { AskPerson, Permissions } from '../../agent/permissions.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import { bootstrapLines } from './bootstrap-lines.ts'
import type { TurnSource } from './turn-source.ts'

export interface BootstrapSourceOptions {
  readonly folders: () => readonly BootstrapFolder[]
  /** Those of the project. */
  readonly permissions: Permissions
  /** Undefined where nobody can answer. */
  readonly ask: AskPerson | undefined
  readonly text: Catalogue
  /** Of files that are told, the paths of those that said something else when they were told last. */
  readonly changedSinceSeen: (files: readonly BootstrapFile[]) => ReadonlySet<string>
}

const nothing: Bootstrap = { files: [], troubles: [], leftOut: [] }

/**
 * Tells the model what bootstrap files say. In a turn in which none has changed, they are looked at and not read. The
 * person is asked about a folder of the project once in a chat.
 */
export function bootstrapSource(options: BootstrapSourceOptions): TurnSource {
  const { permissions, ask, text } = options
  const answers = new Map<string, boolean>()
  let folders: readonly BootstrapFolder[] | undefined
  let stamp: string | undefined
  let known = nothing
  let before = ''

  const isAllowed = async (folder: BootstrapFolder, names: readonly string[]): Promise<boolean> => {
    const answered = answers.get(folder.path)
    if (answered !== undefined) return answered
    const subject = text.bootstrap.question(names.join(', '), sanitiseLine(folder.path))
    const { allowed } = await permissions.decide(bootstrapRequest(folder, subject), ask)
    answers.set(folder.path, allowed)
    return allowed
  }

  return async () => {
    folders ??= options.folders()
    const now = bootstrapStamp(folders)
    if (now === stamp) return { before }
    const loaded = await readBootstrap(folders, isAllowed)
    const isFirst = stamp === undefined
    const changed = options.changedSinceSeen(loaded.files)
    const lines = bootstrapLines({ before: known, now: loaded, isFirst, changed }, text)
    stamp = now
    known = loaded
    before = joinBootstrap(loaded.files)
    if (lines.length === 0) return { before }
    return { before, shown: { line: lines.join(' '), whole: [...lines, '', before].join('\n') } }
  }
}
