import * as fs from 'node:fs'
import type { SampleMachine } from './sample-machine.suite.ts'

/** The person types one thing more into the main session of the sample of Claude Code. */
export function growSample(machine: SampleMachine, content: string): void {
  const path = machine.path('.claude/projects/-home-ada-weather/5e550001-0000-4000-8000-000000000001.jsonl')
  const lines = fs.readFileSync(path, 'utf8').trimEnd().split('\n')
  const parentUuid = lines
    .map((line) => /"uuid": "([\w-]+)"/.exec(line)?.[1])
    .findLast((uuid) => uuid !== undefined)
  const uuid = `ffffffff-0000-4000-8000-${String(lines.length).padStart(12, '0')}`
  const timestamp = '2026-04-03T07:00:00.000Z'
  const line = { type: 'user', uuid, parentUuid, timestamp, message: { role: 'user', content } }
  fs.appendFileSync(path, `${JSON.stringify(line)}\n`)
}
