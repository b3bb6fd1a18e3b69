import * as fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Disk } from '../../disk/disk.ts'
import { collectImport, unitsOf } from '../collect-import.suite.ts'
import { expectSample } from '../expected-sample.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { importers } from '../importers.ts'
import { sampleMachine, sharedSample } from '../sample-machine.suite.ts'
import { selectUnits } from '../select-units.ts'
import { databaseImporter } from '../shared/database-importer.suite.ts'
import { changeDatabase, databaseSample } from '../shared/foreign-database.suite.ts'
import { left, said } from '../shared/said.suite.ts'
import { kiloCode, opencode } from './opencode.ts'

const shared = sharedSample('opencode/opencode')
const AT = '.local/share/opencode'
const places = { [AT]: databaseSample('opencode') }
const DATABASE = `${AT}/opencode.db`

describe.skipIf(shared === undefined)('the shared sample of opencode', () => {
  it('gives what it expects: the files, and both generations of the database', async () => {
    const machine = sampleMachine({ [AT]: shared ?? '' })
    try {
      const collected = await collectImport(opencode, machine)
      expectSample(collected, sharedSample('opencode') ?? '')
      expect(left(collected)).toEqual(['empty ses_demo0004', 'unknown warp-drive', 'damaged', 'copy'])
    } finally {
      machine.remove()
    }
  })
})

importerContract(opencode, { places })
databaseImporter(opencode, {
  places,
  database: DATABASE,
  grow: {
    sql: `INSERT INTO message VALUES ('msg_x2', 'ses_v1', 1767604900000, 1767604900000, '{"role":"user"}');
      INSERT INTO part VALUES ('prt_x21', 'msg_x2', 'ses_v1', 1767604900000, 1767604900000, '{"type":"text","text":"and?"}')`,
    conversation: 'ses_v1',
    last: 'user: and?',
  },
  newest: ['ses_v2'],
  shrink: `DELETE FROM part WHERE id = 'prt_d11'`,
})

describe('opencode', () => {
  it('reads files of all layouts and both generations of tables', async () => {
    const machine = sampleMachine(places)
    try {
      const collected = await collectImport(opencode, machine)
      expect(said(collected, 'ses_a1')).toEqual([
        'user: Count the bees 蜂 🐝 [hive.png]',
        'thinking assistant: Look inside first.',
        'tool-call assistant: ',
        'tool-result tool: no such hive \ufffd\ufffd\ufffd (error)',
        'assistant: It flew away.',
        'assistant: Kept half.',
        'undone assistant: Taken back.',
        'undone user: ok',
      ])
      expect(said(collected, 'ses_b1')).toEqual([
        'user: Oldest question',
        'tool-call assistant: ',
        'tool-result tool: honey',
        'assistant: Oldest answer',
      ])
      expect(said(collected, 'ses_b2')).toEqual(['user: Parts beside'])
      expect(said(collected, 'ses_c1')).toEqual([
        'user: Both stores',
        'assistant: The database wins.',
        'summary user: Bees were counted.',
        'undone user: taken back',
      ])
      expect(said(collected, 'ses_c2')).toEqual(['user: ok', 'user: ok'])
      expect(said(collected, 'ses_v1')).toEqual([
        'user: Where is the queen? [queen.png]',
        'thinking assistant: Marked blue.',
        'assistant: In box two.',
        'tool-call assistant: ',
        'tool-result tool: box1 box2',
        'tool-result tool: $ date\nMonday',
        'summary user: The queen is in box two.',
        'user: From the older program',
      ])
      expect(left(collected)).toEqual(['empty ses_c3', 'unknown sparkle', 'unknown hologram', 'copy'])
      const facts = (id: string) => collected.conversations.get(id)?.facts
      expect(facts('ses_v1')).toMatchObject({
        title: 'Second generation',
        model: 'demo-2',
        cwd: '/home/ada/bees',
      })
      expect(facts('ses_v2')).toMatchObject({ parent: 'ses_v1', kind: 'fork' })
      expect(facts('ses_c2')).toMatchObject({ parent: 'ses_c1', kind: 'sub-agent' })
      expect(facts('ses_b1')).toEqual({
        id: 'ses_b1',
        title: 'Oldest question',
        model: 'demo-old',
        parent: 'ses_a1',
        kind: 'sub-agent',
        startedAt: 1767604101000,
        updatedAt: 1767604110000,
      })
    } finally {
      machine.remove()
    }
  })

  it('is found below a folder that holds a backup, and Kilo with it, each as itself', () => {
    const sample = databaseSample('opencode')
    const machine = sampleMachine({
      [`backup/disk/home/ada/${AT}`]: sample,
      'backup/disk/home/ada/.local/share/kilo': sample,
    })
    try {
      fs.renameSync(
        machine.path('backup/disk/home/ada/.local/share/kilo/opencode.db'),
        machine.path('backup/disk/home/ada/.local/share/kilo/kilo.db'),
      )
      const { tools } = selectUnits(importers, machine, { paths: [machine.path('backup')] })
      const home = machine.path('backup/disk/home/ada/.local/share')
      const all = (tool: typeof opencode, name: string) => [...tool.units(machine, `${home}/${name}`)].length
      expect(all(opencode, 'opencode')).toBeGreaterThan(3)
      expect(tools.map(({ importer, units }) => [importer.tool, units.length])).toEqual([
        ['opencode', all(opencode, 'opencode')],
        ['kilo-code', all(kiloCode, 'kilo')],
      ])
    } finally {
      machine.remove()
    }
  })

  it('takes an answer that says that it is finished, also without the time', async () => {
    const machine = sampleMachine(places, { now: () => Date.now() })
    changeDatabase(
      machine.path(DATABASE),
      `UPDATE message SET data = '{"role":"assistant","time":{"created":1767604241000},"finish":"stop"}' WHERE id = 'msg_e2'`,
    )
    expect(said(await collectImport(opencode, machine), 'ses_c4').at(-1)).toBe('assistant: Almo')
    machine.remove()
  })

  it('leaves an answer alone that is being written, and takes it when it is whole or given up', async () => {
    const machine = sampleMachine(places, { now: () => Date.now() })
    const first = await collectImport(opencode, machine)
    expect(said(first, 'ses_c4')).toEqual(['user: Is it done?'])
    const late = { ...machine, now: () => Date.now() + 3_600_000 }
    const second = await collectImport(opencode, late, undefined, first.cursors)
    expect([...second.conversations.keys()]).toEqual(['ses_c4', 'ses_v1', 'ses_v2'])
    expect(said(second, 'ses_c4').at(-1)).toBe('assistant: Almo')
    changeDatabase(
      machine.path(DATABASE),
      `UPDATE part SET data = '{"type":"text","text":"Almost."}', time_updated = 1767604999000 WHERE id = 'prt_e21'`,
    )
    const third = await collectImport(opencode, late, undefined, second.cursors)
    expect(said(third, 'ses_c4').at(-1)).toBe('assistant: Almost.')
    machine.remove()
  })

  it('takes a file that is half written later, and one that stays so as damaged', async () => {
    const machine = sampleMachine(places, { now: () => Date.now() })
    const path = machine.path(`${AT}/storage/part/msg_a4/prt_a41.json`)
    fs.writeFileSync(path, '{"id":"prt_a41","type":"te')
    const unit = unitsOf(opencode, machine).filter(({ id }) => id === 'ses_a1')
    const first = await collectImport(opencode, machine, unit)
    expect(left(first)).toEqual(['unfinished'])
    fs.writeFileSync(path, '{"id":"prt_a41","type":"text","text":"whole"}')
    const second = await collectImport(opencode, machine, unit, first.cursors)
    expect(said(second, 'ses_a1').at(-1)).toBe('undone user: whole')
    fs.writeFileSync(path, '{"id":"prt_a41","type":"te')
    const late = { ...machine, now: () => Date.now() + 3_600_000 }
    expect(left(await collectImport(opencode, late, unit, second.cursors))).toEqual(['damaged'])
    machine.remove()
  })

  it('tells of a folder of a session that cannot be listed, and goes on with the others', async () => {
    const machine = sampleMachine(places)
    const closed = machine.path(`${AT}/storage/message/ses_b2`)
    const disk: Disk = {
      ...machine.disk,
      list(folder) {
        if (folder === closed) throw Object.assign(new Error('no'), { code: 'EACCES' })
        return machine.disk.list(folder)
      },
    }
    fs.mkdirSync(closed, { recursive: true })
    const files = machine.path(`${AT}/storage/session`)
    fs.mkdirSync(`${files}/p9`)
    fs.writeFileSync(`${files}/p9/ses_b2.json`, '{"id":"ses_b2"}')
    const path = `${files}/p9/ses_b2.json`
    const unit = { tool: 'opencode', path, key: path, bytes: 1, mtimeMs: 1 }
    const { events } = await collectImport(opencode, { ...machine, disk }, [unit])
    expect(events).toEqual([{ kind: 'skipped', path, reason: 'unreadable', detail: 'EACCES' }])
    machine.remove()
  })

  it('takes what it exported itself: a file that a person names, and those in a folder', async () => {
    const machine = sampleMachine({})
    const folder = machine.path('kept')
    fs.mkdirSync(folder)
    const part = (id: string, text: string) => ({ id, type: 'text', text })
    const exported = {
      info: { id: 'ses_x1', title: 'Hive', directory: '/bees', time: { created: 1767604200000 } },
      messages: [
        {
          info: { id: 'msg_1', role: 'user', time: { created: 1767604201000 } },
          parts: [part('prt_1', 'How many?')],
        },
        { info: { role: 'user' }, parts: [] },
        {
          info: { id: 'msg_2', role: 'assistant', modelID: 'demo-1', time: { created: 1767604202000 } },
          parts: [part('prt_2', 'Hal')],
        },
      ],
    }
    const path = `${folder}/ses_x1.json`
    fs.writeFileSync(path, JSON.stringify(exported, undefined, 2))
    fs.writeFileSync(`${folder}/ses_x2.json`, '{"id":"ses_x2"}')
    expect(unitsOf(opencode, machine, folder)).toEqual(unitsOf(opencode, machine, path))
    const running = { ...machine, now: () => Date.now() }
    const first = await collectImport(opencode, running, unitsOf(opencode, machine, path))
    expect(said(first, 'ses_x1')).toEqual(['user: How many?'])
    const units = unitsOf(opencode, machine, folder)
    const second = await collectImport(opencode, machine, units, first.cursors)
    expect(said(second, 'ses_x1')).toEqual(['user: How many?', 'assistant: Hal'])
    expect(second.conversations.get('ses_x1')?.facts).toEqual({
      id: 'ses_x1',
      title: 'Hive',
      cwd: '/bees',
      model: 'demo-1',
      startedAt: 1767604200000,
    })
    expect((await collectImport(opencode, machine, units, second.cursors)).events).toEqual([])
    fs.writeFileSync(path, JSON.stringify(exported).slice(0, -30))
    expect(left(await collectImport(opencode, running, units))).toContain('unfinished')
    machine.remove()
  })

  it('reads the files when the database cannot be read', async () => {
    const machine = sampleMachine(places)
    fs.writeFileSync(machine.path(DATABASE), fs.readFileSync(machine.path(DATABASE)).fill(0, 4096))
    fs.rmSync(machine.path(`${DATABASE}-wal`))
    const collected = await collectImport(opencode, machine)
    expect(said(collected, 'ses_c1')).toEqual(['user: stale words'])
    expect(left(collected)).toContain('damaged session: database disk image is malformed')
    machine.remove()
  })

  it('looks where the environment says, and Kilo has a folder of its own', () => {
    const at = { 'data/kilo': places[AT] }
    const machine = sampleMachine(at, {})
    const environment = { XDG_DATA_HOME: machine.path('data') }
    expect(kiloCode.roots({ ...machine, environment })).toEqual([machine.path('data/kilo')])
    expect(opencode.roots({ ...machine, environment })).toEqual([])
    const path = machine.path('data/kilo/opencode.db')
    expect(opencode.roots({ ...machine, environment: { OPENCODE_DB: path } })).toEqual([path])
    // A name alone is one in the folder of the tool, wherever this is run.
    const named = { ...environment, KILO_DB: '../kilo/opencode.db' }
    expect(kiloCode.roots({ ...machine, environment: named })).toEqual([machine.path('data/kilo'), path])
    expect(opencode.roots({ ...machine, environment: { OPENCODE_DB: 'package.json' } })).toEqual([])
    machine.remove()
  })
})
