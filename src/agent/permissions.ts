import type { Disk } from '../disk/disk.ts'
import { PermissionFile, type PermissionNotice } from './permissions-file.ts'
import type { PermissionAnswer, PermissionRequest } from './tool.ts'

/** Whether a call may run; `reason` is for the model. */
export type Decision = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }

/** Asks the person. A surface that cannot ask passes none. */
export type AskPerson = (request: PermissionRequest) => Promise<PermissionAnswer>

export interface PermissionsOptions {
  readonly disk: Disk
  /** Home of this program. */
  readonly home: string
  /** What the answers are about, see `projectRoot`. */
  readonly project: string
  /** Names of tools that may do everything in this process, without a question, unless something is forbidden for good. */
  readonly allow?: readonly string[]
  /** As in `writeDurably`. */
  readonly randomName: () => string
}

/** What a person has allowed and forbidden for a project. */
export interface Permissions {
  /** Never throws for what is on the disk; rejects with what `ask` rejects with. */
  decide(request: PermissionRequest, ask?: AskPerson): Promise<Decision>
  /** What happened to the file they are kept in, to be told to the person; each once. */
  takeNotices(): readonly PermissionNotice[]
}

const allowed: Decision = { allowed: true }

/**
 * The permissions of a project, kept in `state/permissions.json` of the home. Answers of other processes count from the
 * next question on.
 */
export function openPermissions(options: PermissionsOptions): Permissions {
  const { disk, home, project, allow = [], randomName } = options
  const file = new PermissionFile({ disk, home, project, randomName })
  return {
    async decide(request, ask) {
      const { tool, subject, scope } = request
      const known = file.find(tool, scope)
      if (known === 'never') {
        return refused(`The person has forbidden ${tool} for "${scope}" in this project. Do without it.`)
      }
      if (known === 'always' || allow.includes(tool)) return allowed
      if (ask === undefined) {
        return refused(
          `Not allowed: ${tool} ${subject}. Nobody can be asked here. The person can allow it with --allow ${tool}.`,
        )
      }
      const answer = await ask(request)
      if (answer === 'always' || answer === 'never') file.remember(tool, scope, answer)
      if (answer === 'always' || answer === 'once') return allowed
      return refused(`The person did not allow it: ${tool} ${subject}. Do without it, or ask what they want.`)
    },
    takeNotices: () => file.takeNotices(),
  }
}

function refused(reason: string): Decision {
  return { allowed: false, reason }
}
