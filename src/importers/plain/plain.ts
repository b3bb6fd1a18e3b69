import { basename } from 'node:path'
import type { Importer, ImportMachine, ImportUnit } from '../importer.ts'
import { fileHead } from '../shared/file-head.ts'
import { jsonHead } from '../shared/json-head.ts'
import { type FoundFile, listFiles, statThrough } from '../shared/list-files.ts'
import { readingFile } from '../shared/reading-file.ts'
import { readJson } from './read-json.ts'
import { readText } from './read-text.ts'
import { isTranscript } from './turn-heads.ts'

const JSON_FILE = /\.(json|jsonl|ndjson)$/i
const TEXT_FILE = /\.(md|markdown|txt)$/i
const ROLE =
  /"(role|from|sender)"\s*:\s*"(user|assistant|human|gpt|model|system|developer|tool|chatgpt|bot|ai)"/i
const DEPTH = 3
const HEAD = 65_536

/** Conversations in files of no particular tool. They are never looked for: a person names them. */
export const plain: Importer = {
  tool: 'plain',
  label: 'Plain transcripts',
  capabilities: { incremental: true, resumes: false, among: 'anything' },
  roots: () => [],
  claims: (machine, path) => unitsBelow(machine, path).next().done !== true,
  units: unitsBelow,
  read: (machine, unit, options) =>
    readingFile(machine, unit.path, (fd) =>
      JSON_FILE.test(unit.path) ? readJson(machine, fd, unit, options) : readText(machine, fd, unit, options),
    ),
}

function* unitsBelow(machine: ImportMachine, root: string): Generator<ImportUnit, void, undefined> {
  const found = statThrough(machine.disk, root)
  if (found === undefined) return
  const { size: bytes, mtimeMs, kind } = found.stat
  const wants = (name: string): boolean => JSON_FILE.test(name) || TEXT_FILE.test(name)
  const enters = (name: string): boolean => !/(^|\/)(\.|node_modules$)/.test(name)
  const files: Iterable<FoundFile> =
    kind === 'folder'
      ? listFiles(machine.disk, found.path, { depth: DEPTH, wants, enters })
      : [{ path: found.path, name: basename(root), bytes, mtimeMs }]
  for (const { path, bytes: size, mtimeMs: at } of files)
    if (isConversation(machine, path)) yield { tool: 'plain', path, key: path, bytes: size, mtimeMs: at }
}

function isConversation({ disk }: ImportMachine, path: string): boolean {
  if (JSON_FILE.test(path)) return ROLE.test(jsonHead(disk, path))
  return TEXT_FILE.test(path) && isTranscript(fileHead(disk, path, HEAD).toString('utf8'))
}
