import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collectImport, type CollectedImport, unitsOf } from './collect-import.suite.ts'
import { type Change, filesBelow, isDatabaseFile, tablesOf, withAnother } from './changed-sample.suite.ts'
import type { Importer, ImportMachine, ImportUnit } from './importer.ts'
import { sampleMachine, type SampleMachine } from './sample-machine.suite.ts'
import { changeDatabase } from './shared/foreign-database.suite.ts'

/**
 * What holds for every importer whatever its format (section 0.1 of the notes on the formats), each tried on its sample.
 * The table of `rules.test.ts` tells where the other rules are tried.
 */
export const RULES = {
  times: 'no time is made up: not of the clock, not of the file',
  readOnly: 'nothing is changed, and nothing is made beside it',
  separators: 'a line ends at a newline only: other separators stand in texts',
  windows: 'a file of Windows reads the same: with a byte order mark, with carriage returns',
  rewritten: 'what was changed in place is read again, whatever the cursor says',
  unknown: 'fields, columns, tables and records of later versions cost nothing',
  twins: 'the same words said twice are two messages',
  moved: 'a conversation is known by its id, wherever its files lie',
  malformed: 'half characters and NUL characters do no harm',
  secrets: 'files of secrets beside it are not looked into',
} as const

export type Rule = keyof typeof RULES

export interface ImporterRulesOptions {
  readonly places: Readonly<Record<string, string>>
  readonly environment?: SampleMachine['environment']
  /** Rules that cannot hold for the format, each with the reason. */
  readonly except?: Partial<Record<Rule, string>>
}

/** Tries every rule that applies. */
export function importerRules(importer: Importer, options: ImporterRulesOptions): void {
  const { places, environment = {}, except = {} } = options
  describe(`${importer.label}, by the rules of all importers`, () => {
    const rule = (name: Rule, run: (machine: SampleMachine) => Promise<void>): void => {
      it.skipIf(except[name] !== undefined)(RULES[name], async () => {
        const machine = sampleMachine(places, { environment })
        try {
          await run(machine)
        } finally {
          machine.remove()
        }
      })
    }
    const read = (machine: ImportMachine, units?: readonly ImportUnit[]): Promise<CollectedImport> =>
      collectImport(importer, machine, units)
    /** Changes words of texts, file by file, until one reads as it is meant to, and nothing else is lost. */
    const tryOn = async (machine: SampleMachine, change: Change, meant: string): Promise<void> => {
      const isGoingOn = change.to > change.from
      const before = await read(machine)
      for (const path of filesBelow(machine.folder).filter((each) => CHANGEABLE.test(each)))
        for (const word of withAnother(path, texts(before), change)) {
          const now = await collectImport(
            importer,
            machine,
            undefined,
            isGoingOn ? before.cursors : undefined,
          )
          const wanted = new RegExp(`${word.slice(0, change.from)}${meant}${word.slice(change.to)}`)
          const isWhole = isGoingOn || texts(now).length === texts(before).length
          if (isWhole && texts(now).some((text) => wanted.test(text))) return
        }
      expect.fail('no word of any file reads as it is meant to')
    }

    rule('times', async (machine) => {
      const written = Date.UTC(2077, 0, 1)
      for (const path of filesBelow(machine.folder)) fs.utimesSync(path, written / 1000, written / 1000)
      const { conversations } = await read({ ...machine, now: () => written + 86_400_000 })
      const times = [...conversations.values()].flatMap(({ messages }) => messages.map(({ at }) => at ?? 0))
      expect(times.length).toBeGreaterThan(0)
      expect(Math.max(...times)).toBeLessThan(Date.UTC(2076, 0, 1))
    })

    rule('readOnly', async (machine) => {
      const state = (): unknown =>
        filesBelow(machine.folder).map((path) => [path, fs.readFileSync(path).toString('base64')])
      const before = state()
      await read(machine)
      expect(state()).toEqual(before)
    })

    rule('separators', async (machine) => {
      for (const mark of ['\u2028', '\u2029', '\u0085'])
        await tryOn(machine, { from: 2, to: 2, escaped: mark, raw: Buffer.from(mark) }, mark)
    })

    rule('malformed', async (machine) => {
      const half = { escaped: String.raw`\ud83d`, raw: Buffer.from('eda0bd', 'hex') }
      await tryOn(machine, { from: 2, to: 2, ...half }, '\ufffd{1,3}')
      await tryOn(machine, { from: 2, to: 2, escaped: String.raw`\u0000`, raw: Buffer.of(0) }, '')
    })

    rule('rewritten', (machine) =>
      tryOn(machine, { from: 0, to: 1, escaped: 'Q', raw: Buffer.from('Q') }, 'Q'),
    )

    rule('windows', async (machine) => {
      const before = texts(await read(machine))
      for (const path of filesBelow(machine.folder).filter((each) => TEXT.test(each))) {
        const text = fs.readFileSync(path, 'utf8')
        // A half-written last line stays one.
        fs.writeFileSync(path, `\ufeff${text.replaceAll('\n', '\r\n')}`)
      }
      expect(texts(await read(machine))).toEqual(before.map((text) => text.replaceAll('\r\n', '\n')))
    })

    rule('unknown', async (machine) => {
      const before = texts(await read(machine))
      for (const { path } of unitsOf(importer, machine)) addUnknown(path)
      expect(texts(await read(machine))).toEqual(before)
    })

    rule('twins', async (machine) => {
      const { conversations } = await read(machine)
      const hasTwins = [...conversations.values()].some(({ messages }) => {
        const said = messages
          .filter(({ sort }) => sort === 'text')
          .map(({ message }) => `${message.role} ${message.content}`)
        return new Set(said).size < said.length
      })
      expect(hasTwins).toBe(true)
    })

    rule('moved', async (machine) => {
      const before = await read(machine)
      const moved = importer.roots(machine).map((root) => {
        const to = join(machine.folder, 'elsewhere', root.slice(machine.folder.length))
        fs.mkdirSync(dirname(to), { recursive: true })
        if (fs.existsSync(root)) fs.renameSync(root, to)
        return to
      })
      const units = moved.flatMap((path) => unitsOf(importer, machine, path))
      const ids = [...(await read(machine, units)).conversations.keys()]
      expect(ids.sort()).toEqual([...before.conversations.keys()].sort())
    })

    rule('secrets', async (machine) => {
      const secret = JSON.stringify({
        role: 'user',
        content: 'canary',
        access_token: 'canary',
        email: 'canary',
      })
      const roots = importer.roots(machine).map((root) => (fs.statSync(root).isFile() ? dirname(root) : root))
      for (const folder of roots.flatMap((root) => [root, dirname(root)]))
        for (const name of SECRETS)
          if (!fs.existsSync(join(folder, name))) fs.writeFileSync(join(folder, name), `${secret}\n`)
      const opened: string[] = []
      const openRead: ImportMachine['disk']['openRead'] = (path) => {
        opened.push(basename(path))
        return machine.disk.openRead(path)
      }
      const { events } = await read({ ...machine, disk: { ...machine.disk, openRead } })
      expect(JSON.stringify(events)).not.toContain('canary')
      expect(opened.filter((name) => SECRETS.includes(name))).toEqual([])
    })
  })
}

const TEXT = /\.(jsonl?|md|ya?ml|txt)$/
const CHANGEABLE = /\.(jsonl?|md|ya?ml|txt|db|vscdb|sqlite)$/
const SECRETS = [
  'user.json',
  'users.json',
  'auth.json',
  '.credentials.json',
  'credentials.json',
  'oauth_creds.json',
  'secrets.json',
  '.env',
]

/** What a later version of a tool may add to its files. */
function addUnknown(path: string): void {
  if (!fs.existsSync(path) || fs.statSync(path).isDirectory()) return
  if (isDatabaseFile(path)) {
    for (const table of tablesOf(path)) changeDatabase(path, `ALTER TABLE "${table}" ADD COLUMN zz_later`)
    changeDatabase(path, 'CREATE TABLE zz_later (id, session_id, role, content)')
  } else if (/\.jsonl?$/.test(path)) {
    const lines = fs.readFileSync(path, 'utf8').split('\n')
    const added = path.endsWith('.jsonl') ? lines.map(withFields) : [withFields(lines.join('\n'))]
    fs.writeFileSync(path, added.join('\n'))
  }
}

/** The JSON with a field more in every object that says what it is; what is none stays as it is. */
function withFields(text: string): string {
  try {
    return JSON.stringify(
      JSON.parse(text, (_key, value: unknown) => {
        const isTyped =
          typeof value === 'object' &&
          value !== null &&
          ('role' in value || 'type' in value || 'kind' in value)
        return isTyped ? { ...value, zzLater: { added: [1, 'text'] } } : value
      }),
    )
  } catch {
    return text
  }
}

function texts({ conversations }: CollectedImport): readonly string[] {
  return [...conversations.values()].flatMap(({ messages }) =>
    messages.filter(({ sort }) => sort === 'text').map(({ message }) => message.content),
  )
}
