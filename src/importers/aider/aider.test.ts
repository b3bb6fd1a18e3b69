import * as fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { collectImport, unitsOf } from '../collect-import.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { saidIn } from '../said-in.suite.ts'
import { ownSample, sampleMachine } from '../sample-machine.suite.ts'
import { aider } from './aider.ts'

const places = { code: ownSample('aider') }
const file = 'code/kiln/.aider.chat.history.md'

importerContract(aider, { places, growing: [file] })

const FENCED = [
  'assistant About **1220 °C**.',
  '',
  '#### Why',
  '',
  '```markdown',
  '#### not a prompt  ',
  '> not a note',
  '# aider chat started at 2020-01-01 00:00:00',
  '```',
  '',
  '~~~~',
  '``` still inside',
  '#### nor this  ',
  '~~~~',
  '',
  'Done. ',
].join('\n')

describe('Aider', () => {
  it('reads a conversation for each run, and what stands in fences as it is', async () => {
    const machine = sampleMachine(places)
    try {
      const { conversations, skipped } = await collectImport(aider, machine)
      const first = 'kiln@2026-02-03 09:10:11'
      const said = saidIn(conversations, first)
      expect(said[0]).toContain('tool-result tool /home/ada/bin/aider --model demo-4\nAider v0.86.1')
      expect(said.slice(1)).toEqual([
        'user /add kiln.py',
        'tool-result tool Added kiln.py to the chat',
        'user How hot for stoneware? 陶 🔥\u2028(cone 6)\n\nIn Celsius, please.',
        FENCED,
        `tool-result tool Tokens: 2.1k sent, 90 received.\nApplied edit to kiln.py\nAdd glaze.py to the chat? (Y)es/(N)o/(A)ll/(S)kip all/(D)on't ask again [Yes]: a`,
        'other user a',
        'user ok',
        'assistant Fine \ufffd.',
        'user ok',
        'tool-result tool Warning: nothing to say.',
      ])
      const run = conversations.get(first)
      expect(run?.facts).toEqual({
        id: first,
        title: 'How hot for stoneware? 陶 🔥 (cone 6) In Celsius, please.',
        cwd: machine.path('code/kiln'),
        model: 'demo-4',
        startedAt: new Date(2026, 1, 3, 9, 10, 11).getTime(),
      })
      expect(run?.messages.every(({ at, quality }) => at === undefined && quality === 'none')).toBe(true)
      expect(new Set(run?.messages.map(({ nativeId }) => nativeId)).size).toBe(run?.messages.length)
      // An answer that broke off within a fence ends with its run.
      expect(saidIn(conversations, `${first}#2`).slice(1)).toEqual([
        'user Draw the kiln',
        'assistant Here it is:\n\n```python\nprint("kiln',
      ])
      expect(conversations.get(`${first}#2`)?.facts.model).toBe('demo-5')
      expect(saidIn(conversations, 'kiln@2026-02-04 08:00:00').slice(1)).toEqual([
        'user Second try',
        'assistant It is drawn.',
      ])
      expect([...conversations.keys()]).not.toContain('kiln@2026-02-05 08:00:00')
      expect(skipped).toEqual([])
    } finally {
      machine.remove()
    }
  })

  it('reads what was typed where there is no chat, with its times', async () => {
    const machine = sampleMachine(places)
    try {
      expect(unitsOf(aider, machine).map(({ path }) => path)).toEqual([
        machine.path(file),
        machine.path('code/wheel/.aider.input.history'),
      ])
      const { conversations } = await collectImport(aider, machine)
      const wheel = [...conversations.keys()].find((id) => id.startsWith('wheel@prompts ')) ?? ''
      expect(wheel).toBe('wheel@prompts 2026-02-01 10:00:00.250000')
      expect(saidIn(conversations, wheel)).toEqual(['user Which wheel?\nA fast one.', 'user ok', 'user ok'])
      expect(conversations.get(wheel)?.messages[0]?.at).toBe(new Date(2026, 1, 1, 10, 0, 0, 250).getTime())
    } finally {
      machine.remove()
    }
  })

  it('reads only the last run again when a history grows', async () => {
    const machine = sampleMachine(places)
    try {
      const path = machine.path(file)
      const before = await collectImport(aider, machine)
      fs.appendFileSync(path, '\n#### And now?  \n\nIt cools.\n')
      const { conversations } = await collectImport(
        aider,
        machine,
        unitsOf(aider, machine, path),
        before.cursors,
      )
      expect([...conversations.keys()]).toEqual(['kiln@2026-02-05 08:00:00'])
      expect(saidIn(conversations, 'kiln@2026-02-05 08:00:00').slice(1)).toEqual([
        'user And now?',
        'assistant It cools.',
      ])
      fs.writeFileSync(path, '\n# aider chat started at 2026-03-01 08:00:00\n\n#### Anew  \n')
      const anew = await collectImport(aider, machine, unitsOf(aider, machine, path), before.cursors)
      expect(saidIn(anew.conversations, 'kiln@2026-03-01 08:00:00')).toEqual(['user Anew'])
    } finally {
      machine.remove()
    }
  })

  it('waits for the end of a line that is being written', async () => {
    const machine = sampleMachine(places)
    try {
      const path = machine.path(file)
      fs.writeFileSync(path, '\n# aider chat started at 2026-03-01 08:00:00\n\n#### One  \n\nTwo th')
      const now = () => fs.statSync(path).mtimeMs + 100
      const units = unitsOf(aider, machine, path)
      const torn = await collectImport(aider, { ...machine, now }, units)
      expect(saidIn(torn.conversations, 'kiln@2026-03-01 08:00:00')).toEqual(['user One'])
      const later = await collectImport(aider, machine, units, torn.cursors)
      expect(saidIn(later.conversations, 'kiln@2026-03-01 08:00:00')).toEqual([
        'user One',
        'assistant Two th',
      ])
    } finally {
      machine.remove()
    }
  })

  it('takes a history of another name, and looks where it is told to', () => {
    const machine = sampleMachine(places)
    try {
      fs.renameSync(machine.path(file), machine.path('code/kiln/talks.md'))
      expect(aider.claims(machine, machine.path('code/kiln/talks.md'))).toBe(true)
      fs.writeFileSync(machine.path('code/notes.md'), '# notes')
      expect(aider.claims(machine, machine.path('code/notes.md'))).toBe(false)
      const environment = { AIDER_CHAT_HISTORY_FILE: machine.path('code/kiln/talks.md') }
      expect(aider.roots({ ...machine, environment })[0]).toBe(machine.path('code/kiln/talks.md'))
    } finally {
      machine.remove()
    }
  })

  it('keeps apart the projects whose folders have one name, and those that were moved together', async () => {
    const machine = sampleMachine({})
    try {
      const write = (folder: string, name: string, text: string): void => {
        fs.mkdirSync(machine.path(folder), { recursive: true })
        fs.writeFileSync(machine.path(`${folder}/${name}`), text)
      }
      write('old/app', '.aider.input.history', '\n# 2026-02-01 10:00:00.5\n+first\n')
      write('new/app', '.aider.input.history', '\n# 2026-02-02 10:00:00.5\n+second\n')
      write('one/web', '.aider.chat.history.md', '#### one  \n')
      write('two/web', '.aider.chat.history.md', '#### two  \n')
      const { conversations } = await collectImport(aider, machine)
      expect([...conversations.keys()].map((id) => saidIn(conversations, id).join()).sort()).toEqual([
        'user first',
        'user one',
        'user second',
        'user two',
      ])
      fs.renameSync(machine.path('old'), machine.path('older'))
      const moved = await collectImport(aider, machine, unitsOf(aider, machine, machine.path('older')))
      expect(conversations.has([...moved.conversations.keys()][0] ?? '')).toBe(true)
    } finally {
      machine.remove()
    }
  })
})
