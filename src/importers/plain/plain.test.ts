import * as fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { collectImport, unitsOf } from '../collect-import.suite.ts'
import { importerContract } from '../importer-contract.suite.ts'
import { statThrough } from '../shared/list-files.ts'
import { saidIn } from '../said-in.suite.ts'
import { ownSample, sampleMachine, type SampleMachine } from '../sample-machine.suite.ts'
import { plain } from './plain.ts'

const places = { talks: ownSample('plain') }

// It looks nowhere by itself: for the contract it is given a place.
importerContract(
  {
    ...plain,
    roots: ({ disk, folder }) => [`${folder}/talks`].filter((path) => statThrough(disk, path) !== undefined),
  },
  { places, except: { moved: 'there are no ids: a file is known by its place' } },
)

async function read(machine: SampleMachine, name: string) {
  return collectImport(plain, machine, unitsOf(plain, machine, machine.path(`talks/${name}`)))
}

describe('plain transcripts', () => {
  it('reads messages of an object, and one a line', async () => {
    const machine = sampleMachine(places)
    try {
      const { conversations, skipped } = await read(machine, 'messages.json')
      const [id = ''] = conversations.keys()
      expect(id).toBe(machine.path('talks/messages.json'))
      expect(saidIn(conversations, id)).toEqual([
        'user How long? 汤 🍲\u2028',
        'tool-call assistant ',
        'tool-result tool 9 min',
        'assistant Nine \ufffd',
        'user ok',
        'user ok',
      ])
      const soup = conversations.get(id)
      expect(soup?.facts).toMatchObject({ title: 'Soup 汤', model: 'demo' })
      expect(soup?.messages[0]).toMatchObject({
        at: Date.UTC(2026, 0, 2, 3, 4, 5),
        message: { images: [{ media_type: 'image/png' }] },
      })
      expect(soup?.messages[1]?.message.tool_calls).toMatchObject([{ name: 'clock', arguments: { m: 9 } }])
      expect(soup?.messages[3]).not.toHaveProperty('at')
      expect(skipped.map(({ detail }) => detail)).toEqual(['role spoon'])
      const lines = await read(machine, 'lines.jsonl')
      expect(saidIn(lines.conversations, machine.path('talks/lines.jsonl'))).toEqual([
        'user Line one',
        'assistant Line two',
        'user ok',
      ])
    } finally {
      machine.remove()
    }
  })

  it('tells conversations of a data set apart, wherever the file lies', async () => {
    const machine = sampleMachine(places)
    try {
      const { conversations } = await read(machine, 'sharegpt.json')
      const ids = [...conversations.keys()]
      expect(ids.map((id) => saidIn(conversations, id))).toEqual([
        ['user First?', 'assistant Yes.'],
        ['user Second?', 'assistant Also.', 'tool-call assistant '],
        ['user Third?', 'assistant Too.'],
      ])
      fs.renameSync(machine.path('talks/sharegpt.json'), machine.path('talks/moved.json'))
      expect([...(await read(machine, 'moved.json')).conversations.keys()].slice(1)).toEqual(ids.slice(1))
    } finally {
      machine.remove()
    }
  })

  it.each([
    [
      'headings.md',
      'Stew',
      [
        'user Which pot?\n\n```\n## Assistant\n```',
        'assistant The iron one.\n\n### Answer\n\nReally.',
        'user ok',
      ],
    ],
    ['bold.md', 'bold', ['user Salt?', 'assistant A pinch.\n\nAnd pepper: some.', 'user ok']],
    [
      'colon.txt',
      'colon',
      ['user Hot?\nNote: in summer', 'assistant Cold soup.\n  Serve: chilled', 'user ok'],
    ],
  ])('reads the turns of %s', async (name, title, said) => {
    const machine = sampleMachine(places)
    try {
      const { conversations } = await read(machine, name)
      const id = machine.path(`talks/${name}`)
      expect(saidIn(conversations, id)).toEqual(said)
      expect(conversations.get(id)?.facts.title).toBe(title)
      const at = conversations.get(id)?.messages.map((message) => message.at)
      expect(at).toEqual(
        name === 'headings.md'
          ? [undefined, Date.UTC(2026, 0, 2, 3, 4, 5), undefined]
          : [undefined, undefined, undefined],
      )
    } finally {
      machine.remove()
    }
  })

  it('takes only files in which somebody speaks, and only what a person names', () => {
    const machine = sampleMachine(places)
    try {
      expect(plain.roots(machine)).toEqual([])
      expect(plain.claims(machine, machine.path('talks/notes.md'))).toBe(false)
      fs.writeFileSync(machine.path('talks/package.json'), '{"name":"x","messages":[]}')
      expect(plain.claims(machine, machine.path('talks/package.json'))).toBe(false)
      expect(unitsOf(plain, machine, machine.path('talks'))).toHaveLength(6)
    } finally {
      machine.remove()
    }
  })
})

it('leaves out and counts the message in which something is nested too deeply to be written, and keeps the others', async () => {
  const machine = sampleMachine({})
  try {
    const path = machine.path('deep.json')
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    const call = `{"id":"c","function":{"name":"dig","arguments":${deep}}}`
    fs.writeFileSync(path, `[{"role":"user","content":"dig"},{"role":"assistant","tool_calls":[${call}]}]`)
    const { conversations, skipped } = await collectImport(plain, machine, unitsOf(plain, machine, path))
    expect(conversations.get(path)?.messages.map(({ message }) => message.content)).toEqual(['dig'])
    expect(skipped.map(({ reason }) => reason)).toEqual(['damaged'])
  } finally {
    machine.remove()
  }
})
