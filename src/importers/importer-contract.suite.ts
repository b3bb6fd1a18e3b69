import * as fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../disk/seeded-random.ts'
import { collectImport, type CollectedImport, unitsOf } from './collect-import.suite.ts'
import { importerRules, type ImporterRulesOptions } from './importer-rules.suite.ts'
import type { Importer } from './importer.ts'
import { sampleMachine, type SampleMachine } from './sample-machine.suite.ts'

export interface ImporterContractOptions {
  /** What stands where below the person's folder, see `sampleMachine`. */
  readonly places: Readonly<Record<string, string>>
  readonly environment?: SampleMachine['environment']
  /** Files that only ever grow: a read of half of one goes on when the rest is there. Names below the person's folder. */
  readonly growing?: readonly string[]
  readonly except?: ImporterRulesOptions['except']
}

/** What every importer does, tried on a sample of its format. */
export function importerContract(importer: Importer, options: ImporterContractOptions): void {
  const { places, environment = {}, growing = [], except = {} } = options
  importerRules(importer, { places, environment, except })
  describe(`${importer.label}, as every importer`, () => {
    let machine: SampleMachine
    let whole: CollectedImport
    beforeAll(async () => {
      machine = sampleMachine(places, { environment })
      whole = await collectImport(importer, machine)
    })
    afterAll(() => machine.remove())

    it('finds nothing where there is nothing', () => {
      const empty = sampleMachine({})
      try {
        expect(importer.roots(empty)).toEqual([])
        expect([...importer.units(empty, empty.path('none'))]).toEqual([])
        expect(importer.claims(empty, empty.path('none'))).toBe(false)
      } finally {
        empty.remove()
      }
    })

    it('finds its own places, and takes them and what lies in them when a person names them', () => {
      const roots = importer.roots(machine)
      expect(roots.length).toBeGreaterThan(0)
      const units = unitsOf(importer, machine)
      expect(units.length).toBeGreaterThan(0)
      for (const path of [...roots, ...units.map((unit) => unit.path)])
        expect(importer.claims(machine, path), path).toBe(true)
      for (const unit of units)
        expect(unitsOf(importer, machine, unit.path).map(({ key }) => key)).toContain(unit.key)
      expect(new Set(units.map(({ key }) => key)).size).toBe(units.length)
      for (const unit of units) expect(unit.tool).toBe(importer.tool)
    })

    it('yields what the contract says', () => {
      expect(whole.conversations.size).toBeGreaterThan(0)
      for (const event of whole.events) {
        if (event.kind === 'cursor') expect(JSON.parse(JSON.stringify(event.cursor))).toEqual(event.cursor)
        if (event.kind !== 'messages') continue
        let length = 0
        for (const { message, at, quality, sort } of event.messages) {
          length += message.content.length
          expect(message.content.isWellFormed() && !message.content.includes('\0')).toBe(true)
          expect(at === undefined).toBe(quality === 'none')
          expect(at === undefined || Number.isSafeInteger(at)).toBe(true)
          expect(message.id ?? message.created_at).toBeUndefined()
          expect((message.images ?? []).every((image) => image.data === undefined)).toBe(true)
          if (message.role === 'tool') expect(sort).toBe('tool-result')
        }
        if (event.messages.length > 1) expect(length).toBeLessThan(2 ** 21)
      }
    })

    it('reads the same each time', async () => {
      expect((await collectImport(importer, machine)).events).toEqual(whole.events)
    })

    it('goes on from its cursors with nothing new, and starts again from one that does not fit', async () => {
      const units = unitsOf(importer, machine)
      const again = await collectImport(importer, machine, units, whole.cursors)
      if (importer.capabilities.incremental) expect(messagesOf(again)).toEqual([])
      const odd = new Map(units.map(({ key }) => [key, { offset: 5, lastAt: 1, head: 'x', last: 'y' }]))
      expect(texts(await collectImport(importer, machine, units, odd))).toEqual(texts(whole))
    })

    it('stops when it is told to', async () => {
      const signal = AbortSignal.abort(new Error('stopped'))
      const read = async () => {
        for (const unit of unitsOf(importer, machine))
          for await (const event of importer.read(machine, unit, { signal }))
            if (event.kind === 'messages') return
      }
      await expect(read()).rejects.toThrow('stopped')
    })

    it('says of what cannot be opened that it was skipped', async () => {
      const [unit] = unitsOf(importer, machine)
      if (unit === undefined) throw new Error('no unit')
      const gone = { ...unit, path: machine.path('gone'), key: 'gone' }
      const { skipped } = await collectImport(importer, machine, [gone])
      expect(skipped.map(({ reason }) => reason)).toContain('unreadable')
    })

    it('survives damage anywhere, and what stands in other files is unharmed', async () => {
      const random = seededRandom(7)
      let [read, told] = [0, 0]
      for (const unit of unitsOf(importer, machine)) {
        if (!fs.existsSync(unit.path) || fs.statSync(unit.path).isDirectory()) continue
        const bytes = fs.readFileSync(unit.path)
        for (const damaged of damages(bytes, random)) {
          fs.writeFileSync(unit.path, damaged)
          const now = await collectImport(importer, machine, [unit])
          for (const { content } of messagesOf(now)) expect(content.isWellFormed()).toBe(true)
          read += messagesOf(now).length
          told += now.skipped.length
        }
        fs.writeFileSync(unit.path, bytes)
      }
      // It did not end at the door: much was read all the same, and what was not is told.
      expect(read).toBeGreaterThan(messagesOf(whole).length)
      expect(told).toBeGreaterThan(whole.skipped.length)
      expect(texts(await collectImport(importer, machine))).toEqual(texts(whole))
    })

    it.each(growing)('reads %s in two parts as it reads it whole', async (name) => {
      const path = machine.path(name)
      const bytes = fs.readFileSync(path)
      const random = seededRandom(13)
      const units = () => unitsOf(importer, machine).filter((unit) => unit.path === path)
      const complete = await collectImport(importer, machine, units())
      for (let round = 0; round < 12; round++) {
        const cut = Math.floor(random() * bytes.length)
        fs.writeFileSync(path, bytes.subarray(0, cut))
        const first = await collectImport(importer, machine, units())
        fs.writeFileSync(path, bytes)
        const rest = await collectImport(importer, machine, units(), first.cursors)
        expect(united(first, rest), `cut at ${cut}`).toEqual(united(complete))
      }
    })
  })
}

function* damages(bytes: Buffer, random: () => number): Generator<Buffer, void, undefined> {
  const place = (): number => Math.floor(random() * bytes.length)
  yield Buffer.alloc(0)
  yield bytes.subarray(0, place())
  yield Buffer.concat([bytes.subarray(0, place()), bytes.subarray(place())])
  for (let round = 0; round < 3; round++) {
    const flipped = Buffer.from(bytes)
    for (let i = 0; i < 8 && bytes.length > 0; i++) {
      const at = place()
      flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8))
    }
    yield flipped
  }
  // Wrong types: every text becomes a number, a list, nothing.
  for (const value of ['7', '[]', 'null', '{}'])
    yield Buffer.from(
      bytes.toString('latin1').replaceAll(/: ?"[^"\\]*"/g, (text) => (random() < 0.3 ? `:${value}` : text)),
      'latin1',
    )
}

function messagesOf({ conversations }: CollectedImport) {
  return [...conversations.values()].flatMap(({ messages }) => messages.map(({ message }) => message))
}

function texts(collected: CollectedImport): readonly string[] {
  return [...collected.conversations].map(([id, { messages }]) => `${id} ${JSON.stringify(messages)}`).sort()
}

/** The messages of two reads by native id, else by what they say; a later one takes the place of an earlier one. */
function united(...reads: readonly CollectedImport[]): unknown {
  const found: Record<string, Record<string, unknown>> = {}
  for (const { conversations } of reads) {
    for (const [id, { messages }] of conversations) {
      const own = (found[id] ??= {})
      const counts = new Map<string, number>()
      for (const message of messages) {
        const text = message.nativeId ?? `${message.message.role} ${message.message.content}`
        const nth = counts.get(text) ?? 0
        counts.set(text, nth + 1)
        own[`${text} ${nth}`] = message
      }
    }
  }
  return found
}
