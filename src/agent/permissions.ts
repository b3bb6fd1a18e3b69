import type { Disk } from '../disk/disk.ts'
import type { PermissionAnswer, PermissionRequest } from './tool.ts'

/** Whether a call may run; `reason` is for the model and the person. */
export type Decision = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }

/** Asks the person. A surface that cannot ask passes none. */
export type AskPerson = (request: PermissionRequest) => Promise<PermissionAnswer>

export interface PermissionsOptions {
  readonly disk: Disk
  /** Home of this program. */
  readonly home: string
  /** What the answers are about, see `projectRoot`. */
  readonly project: string
  /** Names of tools that may do everything in this process, without a question. */
  readonly allow?: readonly string[]
  /** As in `writeDurably`. */
  readonly randomName: () => string
}

/** What a person has allowed and forbidden for a project. */
export interface Permissions {
  /** Never throws for what is on the disk; rejects with what `ask` rejects with. */
  decide(request: PermissionRequest, ask?: AskPerson): Promise<Decision>
  /** What happened to the file they are kept in, to be told to the person; each once. */
  takeNotices(): readonly string[]
}
