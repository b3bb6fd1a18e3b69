import { describe, expect, it } from 'vitest'
import type { BootstrapFolder } from '../../agent/bootstrap/bootstrap-folder.ts'
import { openPermissions } from '../../agent/permissions.ts'
import type { PermissionAnswer } from '../../agent/tool.ts'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { textFor } from '../../text/text-for.ts'
import { bootstrapSource } from './bootstrap-source.ts'
import type { ComingTurn, TurnSupplement } from './turn-source.ts'

/** A folder in memory that counts how often it is read. */
function folderOf(from: BootstrapFolder['from'], path: string, files: Record<string, string>) {
  let reads = 0
  let touched = 0
  const folder: BootstrapFolder = {
    from,
    path,
    scope: '.',
    look: (name) => {
      const text = files[name]
      return text === undefined ? undefined : { size: Buffer.byteLength(text), stamp: `${touched} ${text}` }
    },
    read: (name, most) => {
      reads++
      return Buffer.from(files[name] ?? '').subarray(0, most)
    },
  }
  return { folder, files, reads: () => reads, touch: () => touched++ }
}

function setUp(answer?: PermissionAnswer, allow: readonly string[] = []) {
  const project = folderOf('workspace', '/home/ada/acme', { 'AGENTS.md': 'Use tabs.' })
  const home = folderOf('home', '/home', { 'SOUL.md': 'Be kind.', 'AGENTS.md': 'Use spaces.' })
  const disk = createSimulatedDisk()
  const asked: string[] = []
  const elsewhere = new Set<string>()
  const chat = (): (() => Promise<TurnSupplement>) => {
    const source = bootstrapSource({
      folders: () => [project.folder, home.folder],
      permissions: openPermissions({
        disk,
        home: '/home',
        project: '/home/ada/acme',
        allow,
        randomName: () => `name-${Math.trunc(asked.length)}`,
      }),
      ask:
        answer === undefined
          ? undefined
          : ({ subject }) => {
              asked.push(subject)
              return Promise.resolve(answer)
            },
      text: textFor('en'),
      changedSinceSeen: () => elsewhere,
    })
    return () => source({} as ComingTurn)
  }
  return { project, home, asked, elsewhere, chat, turn: chat() }
}

describe('bootstrapSource', () => {
  it('tells the model what files say, the same from turn to turn, and reads nothing that has not changed', async () => {
    const { project, home, turn } = setUp('always')
    const first = await turn()
    expect(first.before).toContain('# AGENTS.md\n\nUse tabs.')
    expect(first.before).toContain('# SOUL.md\n\nBe kind.')
    expect(first.before).not.toContain('Use spaces.')
    expect(first.shown?.line).toBe('The model is told what is in AGENTS.md.')
    const reads = [project.reads(), home.reads()]
    expect(await turn()).toEqual({ before: first.before })
    expect([project.reads(), home.reads()]).toEqual(reads)
  })

  it('asks once for ever when the person says always', async () => {
    const { asked, turn, chat } = setUp('always')
    await turn()
    await chat()()
    expect(asked).toEqual(['tell the model what is in AGENTS.md of /home/ada/acme'])
  })

  it.each(['once', 'not-now'] as const)('asks once in a chat when the person says %s', async (answer) => {
    const { asked, turn, chat, project } = setUp(answer)
    const isIn = answer === 'once'
    expect((await turn()).before?.includes('Use tabs.')).toBe(isIn)
    project.files['RULES.md'] = 'No haste.'
    expect((await turn()).before?.includes('No haste.')).toBe(isIn)
    expect(asked).toHaveLength(1)
    await chat()()
    expect(asked).toHaveLength(2)
  })

  it('never asks again after never, and the person’s own file counts in its place', async () => {
    const { asked, turn, chat } = setUp('never')
    await turn()
    expect((await chat()()).before).toContain('Use spaces.')
    expect(asked).toHaveLength(1)
  })

  it('leaves files of a project out where nobody can be asked, and says so once', async () => {
    const { turn, project } = setUp()
    const { before, shown } = await turn()
    expect(before).toContain('Use spaces.')
    expect(before).not.toContain('Use tabs.')
    expect(shown?.line).toBe(
      'AGENTS.md in /home/ada/acme left out: you have not allowed it; --allow bootstrap does.',
    )
    project.files['AGENTS.md'] = 'Use both.'
    expect((await turn()).shown).toBeUndefined()
  })

  it('takes them there when it was allowed before, or is for this process', async () => {
    const { turn } = setUp(undefined, ['bootstrap'])
    expect((await turn()).before).toContain('Use tabs.')
  })

  it('names a file that changes, once, without asking again', async () => {
    const { project, home, asked, turn } = setUp('always')
    await turn()
    project.files['AGENTS.md'] = 'Use one tab.'
    const changed = await turn()
    expect(changed.before).toContain('Use one tab.')
    expect(changed.shown?.line).toBe('AGENTS.md changed: what counts is the new text.')
    expect((await turn()).shown).toBeUndefined()
    delete home.files['SOUL.md']
    expect((await turn()).shown?.line).toBe('SOUL.md no longer counts.')
    expect(asked).toHaveLength(1)
  })

  it('names a file that an earlier chat was told otherwise, and not one that was only touched', async () => {
    const { project, elsewhere, turn } = setUp('always')
    elsewhere.add('/home/ada/acme/AGENTS.md')
    expect((await turn()).shown?.line).toBe('AGENTS.md changed: what counts is the new text.')
    elsewhere.clear()
    project.touch()
    expect((await turn()).shown).toBeUndefined()
  })

  it('names a file that is cut or no text', async () => {
    const { home, turn } = setUp('never')
    home.files['RULES.md'] = 'rule\n'.repeat(10_000)
    home.files['USER.md'] = 'a\0b'
    const { shown } = await turn()
    expect(shown?.line).toContain('RULES.md is long, and was cut.')
    expect(shown?.line).toContain('/home/USER.md was left out: it is a binary file.')
  })

  it('has nothing to say where there is nothing', async () => {
    const source = bootstrapSource({
      folders: () => [folderOf('home', '/home', {}).folder],
      permissions: openPermissions({
        disk: createSimulatedDisk(),
        home: '/home',
        project: '*',
        randomName: () => 'name',
      }),
      ask: undefined,
      text: textFor('en'),
      changedSinceSeen: () => new Set(),
    })
    expect(await source({} as ComingTurn)).toEqual({ before: '' })
  })
})
