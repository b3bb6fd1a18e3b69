import { basename, dirname, join } from 'node:path'
import type { ImportMachine } from '../importer.ts'
import { statThrough } from '../shared/list-files.ts'
import { namesIn } from '../shared/names-in.ts'

/** A transcript of an agent, or of one that worked for it. */
const PLACE = /[/\\]agent-transcripts[/\\](?:[^/\\]+[/\\](?:subagents[/\\])?)?[^/\\]+\.(?:jsonl|txt)$/
const ENDING = /\.(jsonl|txt)$/

/** Where Cursor keeps what is not of its editor. */
export function cursorHome({ environment, folder }: ImportMachine): string {
  return environment['CURSOR_CONFIG_DIR'] || join(folder, '.cursor')
}

export function isTranscript(path: string): boolean {
  return PLACE.test(path)
}

export interface TranscriptPlace {
  /** Native id: of the conversation, and of a composer of the editor when it is one of that. */
  readonly id: string
  readonly parent: string | undefined
  /** The folder of its project; undefined for a file that lies somewhere else. */
  readonly project: string | undefined
}

export function transcriptPlace(path: string): TranscriptPlace {
  const id = basename(path).replace(ENDING, '')
  const isAgent = basename(dirname(path)) === 'subagents'
  let at = dirname(path)
  while (basename(at) !== 'agent-transcripts' && dirname(at) !== at) at = dirname(at)
  return {
    id,
    parent: isAgent ? basename(dirname(dirname(path))) : undefined,
    project: basename(at) === 'agent-transcripts' ? dirname(at) : undefined,
  }
}

/** The transcripts of a conversation, by its id; files with nothing in them do not count. */
export function transcriptsOf(machine: ImportMachine, id: string): readonly string[] {
  const { disk } = machine
  if (!/^[\w-]+$/.test(id)) return []
  const projects = join(cursorHome(machine), 'projects')
  return namesIn(disk, projects)
    .map((name) => join(projects, name, 'agent-transcripts'))
    .flatMap((folder) => [
      join(folder, id, `${id}.jsonl`),
      join(folder, `${id}.jsonl`),
      join(folder, `${id}.txt`),
    ])
    .filter((path) => (statThrough(disk, path)?.stat.size ?? 0) > 0)
}
