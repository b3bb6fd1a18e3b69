import { join } from 'node:path'
import { makeFolderDurably } from '../../disk/make-folder-durably.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import type { ImportMachine } from '../importer.ts'
import { asClaudeCode } from './as-claude-code.ts'
import { asCodex } from './as-codex.ts'
import { asGeminiCli } from './as-gemini-cli.ts'
import { asOpencode } from './as-opencode.ts'
import { asPi } from './as-pi.ts'
import type { CarriedConversation, LossKind } from './carried-conversation.ts'
import { type HistoryMaker, type ResumeTarget, shellWord } from './resume-target.ts'

/** A tool that goes on with what is exported for it. */
export type ResumeTool = 'claude-code' | 'codex' | 'gemini-cli' | 'opencode' | 'pi'

const targets: Readonly<Record<ResumeTool, ResumeTarget>> = {
  'claude-code': asClaudeCode,
  codex: asCodex,
  'gemini-cli': asGeminiCli,
  opencode: asOpencode,
  pi: asPi,
}

export const resumeTools: readonly ResumeTool[] = Object.keys(targets) as ResumeTool[]

export interface ExportAsOptions extends HistoryMaker {
  readonly tool: ResumeTool
  readonly machine: ImportMachine
  /** Absolute path of another folder than the tool's own. */
  readonly to?: string | undefined
  /** Absolute path of the folder this is run in. */
  readonly cwd: string
}

export interface ExportedAs {
  /** Native id of the conversation. */
  readonly id: string
  /** Absolute. */
  readonly path: string
  /** To be typed to go on with it. */
  readonly command: string
  /** What could not be carried, and how much of each kind. */
  readonly losses: ReadonlyMap<LossKind, number>
}

/**
 * Writes a conversation as a history that another tool goes on with, in a new file.
 *
 * @throws ChatCliError `exists`, `storage`
 */
export function exportAs(conversation: CarriedConversation, options: ExportAsOptions): ExportedAs {
  const { tool, machine, to, cwd, ...make } = options
  const target: ResumeTarget = targets[tool]
  const folder = to ?? target.folder(machine, cwd)
  const { id, history, beside = [], losses = [] } = target.history(conversation, make, machine, folder)
  const write = (path: string, text: string): void => {
    makeFolderDurably(machine.disk, join(path, '..'))
    const randomName = (): string => make.randomHex(24)
    writeDurably(machine.disk, path, Buffer.from(text), { replace: false, randomName })
  }
  const path = join(folder, history.path)
  write(path, history.text)
  for (const other of beside)
    if (machine.disk.stat(join(folder, other.path)) === undefined) write(join(folder, other.path), other.text)
  const type = target.command(id, path, to)
  return {
    id,
    path,
    command: `cd ${shellWord(conversation.cwd)} && ${type}`,
    losses: new Map([...conversation.losses, ...losses]),
  }
}
