import { sha256 } from '../../conversation/message-hash.ts'
import type { FileDescriptor } from '../../disk/disk.ts'
import type { ImportEvent, ImportMachine, ImportUnit, ReadOptions } from '../importer.ts'
import { type Fields, fieldsOf, isFields, textOf } from '../shared/fields.ts'
import { continuesAt, cursorAt } from '../shared/file-cursor.ts'
import { jsonLines } from '../shared/json-lines.ts'
import { jsonInRange } from '../shared/json-value.ts'
import { type GatheredFacts, knownFacts } from '../shared/known-facts.ts'
import { messageBatches } from '../shared/message-batches.ts'
import { skipCount } from '../shared/skip-count.ts'
import { STILL_WRITTEN } from '../shared/still-written.ts'
import { timeOf } from '../shared/time-of.ts'
import { wellFormed } from '../shared/well-formed.ts'
import { cursorEvent } from '../shared/whole-cursor.ts'
import { agentOfEvent, eventMessages, isEventType } from './event-messages.ts'

export interface EventsPlace {
  /** Native id when no event tells it. */
  readonly id: string
  /** `id`, `cwd`, `branch`, `name`, `summary` of the file beside the log. */
  readonly workspace: Fields
}

interface SaidEvent {
  readonly id: string | undefined
  readonly offset: number
  readonly length: number
}

/** Reads the log of a Copilot session, which only ever grows: a later read goes on where it ended. */
export function* readEvents(
  machine: ImportMachine,
  fd: FileDescriptor,
  unit: ImportUnit,
  place: EventsPlace,
  options: ReadOptions,
): Generator<ImportEvent, void, undefined> {
  const from = continuesAt(machine.disk, fd, options.from)
  const goesOn = from !== undefined && (yield* readFrom(machine, fd, unit, place, options, from))
  if (!goesOn) yield* readFrom(machine, fd, unit, place, options, 0)
}

/** @returns false when something before the cursor was taken back: then all must be read again */
function* readFrom(
  machine: ImportMachine,
  fd: FileDescriptor,
  { path }: ImportUnit,
  { id: fallback, workspace }: EventsPlace,
  { from: cursor, signal }: ReadOptions,
  start: number,
): Generator<ImportEvent, boolean, undefined> {
  const { disk } = machine
  const isFresh = machine.now() - disk.statOpen(fd).mtimeMs < STILL_WRITTEN
  const kept = fieldsOf(start > 0 ? cursor?.['kept'] : undefined)
  const facts: GatheredFacts = { id: textOf(kept['id']) ?? textOf(workspace['id']) ?? fallback }
  let isNamed = textOf(kept['id']) !== undefined
  const agents = new Map<string, GatheredFacts>()
  const said: SaidEvent[] = []
  const undone: SaidEvent[] = []
  const batches = messageBatches()
  const unknown = skipCount()
  let lastThought = textOf(kept['thought'])
  let isEmpty = true
  let isOpen = false
  let [end, lastAt] = [start, start > 0 && typeof cursor?.['lastAt'] === 'number' ? cursor['lastAt'] : start]

  for (const line of jsonLines(disk, fd, {
    from: start,
    now: machine.now(),
    signal,
  })) {
    const { fields, offset, problem, cutBytes } = line
    if (fields === undefined) {
      // A torn end that stays so is no reason to read it again.
      isOpen ||= problem === 'unfinished' && isFresh
      if (problem === 'damaged') [end, lastAt] = [line.end, offset]
      yield { kind: 'skipped', path, offset, reason: problem ?? 'damaged' }
      continue
    }
    ;[end, lastAt] = [line.end, offset]
    if (cutBytes > 0)
      yield { kind: 'skipped', path, offset, reason: 'cut', detail: `${cutBytes} bytes of a line` }
    const { type } = fields
    const data = fieldsOf(fields['data'])
    if (!isEventType(type)) unknown.add(type, offset)
    if (type === 'session.start' && !isNamed) {
      facts.id = textOf(data['sessionId']) ?? facts.id
      isNamed = true
    }
    if (type === 'session.snapshot_rewind') {
      const at = said.findIndex(({ id }) => id !== undefined && id === data['upToEventId'])
      if (at < 0 && start > 0) return false
      if (at >= 0) undone.push(...said.splice(at))
    }
    const agent = agentOfEvent(fields)
    if (agent === undefined) addFacts(facts, fields)
    const messages = eventMessages(fields).filter(({ message, sort }) => {
      // The reasoning of a reply may stand in an event of its own before it.
      if (sort !== 'thinking') return true
      const thought = sha256(message.content)
      const isTwin = thought === lastThought
      lastThought = thought
      return !isTwin
    })
    if (messages.length > 0) said.push({ id: textOf(fields['id']), offset, length: line.end - offset })
    for (const message of messages) {
      isEmpty = false
      const owner = agent === undefined ? facts : agentFacts(agents, facts.id, agent)
      if (message.at !== undefined && message.at > (owner.updatedAt ?? 0)) owner.updatedAt = message.at
      if (agent !== undefined) owner.model = textOf(data['model']) ?? owner.model
      yield* batches.add(owner.id, message)
    }
  }
  yield* batches.flush()
  for (const { offset, length } of undone) {
    signal?.throwIfAborted()
    const event = eventAt(disk, fd, offset, length)
    const agent = agentOfEvent(event)
    for (const message of eventMessages(event))
      yield* batches.add(agent === undefined ? facts.id : `${facts.id}#${agent}`, {
        ...message,
        branch: 'undone',
      })
  }
  yield* batches.flush()
  yield* unknown.events(path)
  if (isEmpty && start === 0) yield { kind: 'skipped', path, reason: 'empty' }
  else
    for (const each of [withWorkspace(facts, workspace), ...agents.values()])
      yield { kind: 'facts', facts: knownFacts(each) }
  const place = {
    ...cursorAt(disk, fd, end, lastAt),
    kept: { id: facts.id, ...(lastThought === undefined ? {} : { thought: lastThought }) },
  }
  yield cursorEvent(place, isOpen)
  return true
}

function eventAt(disk: ImportMachine['disk'], fd: FileDescriptor, offset: number, length: number): Fields {
  try {
    return fieldsOf(jsonInRange(disk, fd, offset, length).value)
  } catch (error) {
    // The file was written anew meanwhile.
    if (!(error instanceof SyntaxError)) throw error
    return {}
  }
}

function agentFacts(agents: Map<string, GatheredFacts>, parent: string, agent: string): GatheredFacts {
  const known = agents.get(agent) ?? { id: `${parent}#${agent}`, parent, kind: 'sub-agent' as const }
  agents.set(agent, known)
  return known
}

function addFacts(facts: GatheredFacts, event: Fields): void {
  const data = fieldsOf(event['data'])
  switch (event['type']) {
    case 'session.start': {
      const startedAt = timeOf(data['startTime']) ?? timeOf(event['timestamp'])
      if (startedAt !== undefined) facts.startedAt ??= startedAt
      facts.model = textOf(data['selectedModel']) ?? facts.model
      setPlace(facts, fieldsOf(data['context']))
      return
    }
    case 'session.resume':
    case 'session.context_changed':
      setPlace(facts, isFields(data['context']) ? data['context'] : data)
      return
    case 'session.model_change':
      facts.model = textOf(data['newModel']) ?? facts.model
      return
    case 'session.title_changed':
      facts.title = textOf(data['title']) ?? facts.title
      return
    case 'assistant.message':
      facts.model = textOf(data['model']) ?? facts.model
  }
}

function setPlace(facts: GatheredFacts, { cwd, branch }: Fields): void {
  facts.cwd = textOf(cwd) ?? facts.cwd
  facts.branch = textOf(branch) ?? facts.branch
}

function withWorkspace(facts: GatheredFacts, { cwd, branch, name, summary }: Fields): GatheredFacts {
  const title = wellFormed(textOf(name) ?? textOf(summary) ?? facts.title ?? '')
  return {
    ...facts,
    title,
    cwd: facts.cwd ?? textOf(cwd),
    branch: facts.branch ?? textOf(branch),
  }
}
