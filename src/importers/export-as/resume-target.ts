import type { ImportMachine } from '../importer.ts'
import type { CarriedConversation, LossKind } from './carried-conversation.ts'

/** What is random in a history, and who writes it. */
export interface HistoryMaker {
  /** A new UUID. */
  readonly uuid: () => string
  readonly randomHex: (digits: number) => string
  /** Of this program. */
  readonly version: string
}

/** A file below the folder of a tool. */
export interface HistoryFile {
  /** With `/` between its names. */
  readonly path: string
  readonly text: string
}

/** A conversation as a tool keeps it. */
export interface ResumableHistory {
  /** Native id of the conversation. */
  readonly id: string
  readonly history: HistoryFile
  /** What is written beside it, unless it is there. */
  readonly beside?: readonly HistoryFile[]
  /** What this tool cannot take, beside what none can. */
  readonly losses?: ReadonlyMap<LossKind, number>
}

/** A tool that can go on with a history. */
export interface ResumeTarget {
  /** Where it keeps its histories on a machine; absolute. */
  readonly folder: (machine: ImportMachine, cwd: string) => string
  readonly history: (
    conversation: CarriedConversation,
    make: HistoryMaker,
    machine: ImportMachine,
    folder: string,
  ) => ResumableHistory
  /**
   * What to type to go on, in the folder that was worked in.
   *
   * @param file absolute path of the history
   * @param folder when it is not the tool's own
   */
  readonly command: (id: string, file: string, folder: string | undefined) => string
}

/** Lines of JSON. */
export function jsonLinesOf(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** A word of a command, as shells take it. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** A variable in front of a command; nothing without a value. */
export function withVariable(name: string, value: string | undefined): string {
  return value === undefined ? '' : `${name}=${shellWord(value)} `
}

export const iso = (at: number): string => new Date(at).toISOString()
