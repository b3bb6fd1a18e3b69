import { beforeEach, describe, expect, it } from 'vitest'
import { readText } from '../../disk/read-text.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../../disk/simulated-disk.ts'
import type { Tool, ToolArguments } from '../tool.ts'
import { trajectoryFolder } from '../trajectory-folder.ts'
import { createTrajectoryTool, type TrajectoryToolOptions } from './trajectory-tool.ts'
import { useWorkingFolder } from './working-folder.suite.ts'

const folder = useWorkingFolder()
const name = 'trajectory-20260504-120000'
let disk: SimulatedDisk
let conversation: string
let tool: Tool

const make = (more: Partial<TrajectoryToolOptions> = {}): Tool =>
  createTrajectoryTool({
    exported: (format) => ({ text: `{"as":"${format}"}\n`, entries: 1 }),
    folder: trajectoryFolder({
      disk,
      home: '/home',
      now: () => Date.UTC(2026, 4, 4, 12),
      timeZone: 'UTC',
    }),
    files: () => folder.files,
    conversation: () => conversation,
    consent: () => undefined,
    newMark: () => 'mark',
    ...more,
  })

beforeEach(() => {
  disk = createSimulatedDisk()
  conversation = 'one'
  tool = make()
})

const call = async (args: ToolArguments): Promise<string> => {
  const { text, isError } = await folder.call(tool, args)
  return isError ? `error: ${text}` : text
}

describe('trajectory export', () => {
  it('writes a file for its owner alone, and takes the place of none', async () => {
    expect(await call({ cmd: 'export' })).toBe(`Exported 1 messages to /home/exports/${name}.jsonl (jsonl).`)
    expect(await call({ cmd: 'export', args: { format: 'sharegpt' } })).toContain(
      `${name}-2.jsonl (sharegpt)`,
    )
    expect(readText(disk, `/home/exports/${name}.jsonl`)).toBe('{"as":"jsonl"}\n')
    expect(readText(disk, `/home/exports/${name}-2.jsonl`)).toBe('{"as":"sharegpt"}\n')
    expect(disk.stat(`/home/exports/${name}.jsonl`)?.mode).toBe(0o600)
    expect(disk.stat('/home/exports')?.mode).toBe(0o700)
  })

  it('goes to the working folder when the person allows it, and stays inside', async () => {
    const args = { cmd: 'export', path: 'out/tides.jsonl' }
    expect(tool.needs(args)).toEqual({ tool: 'write', subject: 'out/tides.jsonl', scope: 'write' })
    expect(tool.needs({ cmd: 'export' })).toBeUndefined()
    expect(tool.isReadOnly({ cmd: 'export' })).toBe(false)
    expect(await call(args)).toBe('Exported 1 messages to out/tides.jsonl (jsonl).')
    expect(folder.get('out/tides.jsonl')).toBe('{"as":"jsonl"}\n')
    expect(await call(args)).toBe('error: out/tides.jsonl exists already. Choose another path.')
    expect(await call({ cmd: 'export', path: '../tides.jsonl' })).toMatch(/^error: .* outside/)
    expect(disk.list('/home/exports')).toEqual([])
  })

  it('says what a disk refuses', async () => {
    disk.failAt(1, 'ENOSPC', { names: ['write'], forever: true })
    expect(await call({ cmd: 'export' })).toMatch(/^error: .*no space is left/)
  })
})

describe('trajectory show and list', () => {
  it('shows what this conversation exported, fenced, and nothing of another', async () => {
    expect(await call({ cmd: 'show' })).toMatch(/^error: .*not exported yet/)
    await call({ cmd: 'export' })
    const shown = await call({ cmd: 'show' })
    expect(shown).toContain('recalled-mark begin\n{"as":"jsonl"}\nrecalled-mark end')
    conversation = 'other'
    expect(await call({ cmd: 'show' })).toMatch(/^error: .*not exported yet/)
    expect(await call({ cmd: 'list' })).toMatch(new RegExp(`^/home/exports\\n${name}\\.jsonl {2}15 bytes`))
  })

  it('shows a long one part by part', async () => {
    const text = 'x'.repeat(50_000)
    tool = make({ exported: () => ({ text, entries: 1 }) })
    await call({ cmd: 'export' })
    let seen = 0
    for (let offset = 0; offset < text.length; offset += 20_000) {
      const shown = await call({ cmd: 'show', offset: String(offset) })
      seen += shown.match(/x{100,}/)?.[0].length ?? 0
      expect(shown.includes(`go on with offset ${offset + 20_000}`)).toBe(offset < 40_000)
    }
    expect(seen).toBe(text.length)
  })

  it('asks before recalled text goes to a provider that way', () => {
    const consent = { subject: 'send it', scope: 'recall to far' }
    tool = make({ consent: () => consent })
    expect(tool.needs({ cmd: 'show' })).toEqual({ tool: 'session', ...consent })
    expect(tool.needs({ cmd: 'list' })).toBeUndefined()
    expect(tool.isReadOnly({ cmd: 'show' })).toBe(true)
  })

  it('says what is there when nothing is', async () => {
    expect(await call({ cmd: 'list' })).toBe('Nothing was exported to /home/exports yet.')
  })
})

it.each([
  [{ cmd: 'remove' }, 'There is no "remove"'],
  [{ cmd: 'export', format: 'xml' }, 'There is no format "xml"'],
])('%j is answered with a right call', async (args, said) => {
  expect(tool.needs(args)).toBeUndefined()
  expect(await call(args)).toMatch(new RegExp(`^error: ${said}.*\\{"cmd":"export"`))
})
