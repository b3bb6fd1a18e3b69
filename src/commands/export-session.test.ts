import { describe, expect, it } from 'vitest'
import { readWholeFile } from '../disk/read-file.ts'
import { ChatCliError } from '../errors.ts'
import { exportSession } from './export-session.ts'
import { sampleContext, sampleMemory } from './sample-memory.suite.ts'

function setUp() {
  const memory = sampleMemory()
  const context = sampleContext(memory)
  const read = (path: string): string => new TextDecoder().decode(readWholeFile(memory.disk, path))
  return { ...memory, context, read }
}

describe('exportSession', () => {
  it('writes a file of its own into the working folder, for its owner only', () => {
    const { context, disk, read } = setUp()
    const { text, json } = exportSession(context, 'proj-acme', 'md', { force: false })
    const path = '/desk/chatcli-proj-acme-20260401-090000.md'
    expect(text).toBe(`Exported 4 entries to ${path} (source: journal)`)
    expect(json).toEqual({ name: 'proj-acme', format: 'md', entries: 4, source: 'journal', path, text: null })
    expect(disk.list('/desk')).toEqual(['chatcli-proj-acme-20260401-090000.md'])
    expect(disk.stat(path)?.mode).toBe(0o600)
    expect(read(path)).toContain('token bucket')
  })

  it('names the file by the clock of the person', () => {
    const { context, disk } = setUp()
    exportSession({ ...context, timeZone: 'Asia/Tokyo' }, 'proj-acme', 'jsonl', { force: false })
    expect(disk.list('/desk')).toEqual(['chatcli-proj-acme-20260401-180000.jsonl'])
  })

  it('in ShareGPT form gives what can be saved again', () => {
    const { context, chatcli, read } = setUp()
    exportSession(context, 'proj-acme', 'sharegpt', { force: false })
    const text = read('/desk/chatcli-proj-acme-20260401-090000.sharegpt.jsonl')
    chatcli.sessions.save('again', text)
    const said = (name: string): unknown[] =>
      chatcli.sessions.load(name).messages.map(({ role, content }) => [role, content])
    expect(said('again')).toEqual(said('proj-acme'))
  })

  it('takes a path, or a folder', () => {
    const { context, disk } = setUp()
    disk.makeFolder('/desk/out')
    expect(exportSession(context, 'proj-acme', 'md', { path: 'a.md', force: false }).json['path']).toBe(
      '/desk/a.md',
    )
    exportSession(context, 'proj-acme', 'md', { path: 'out', force: false })
    expect(disk.list('/desk/out')).toEqual(['chatcli-proj-acme-20260401-090000.md'])
  })

  it('writes over nothing unless told to', () => {
    const { context, read } = setUp()
    exportSession(context, 'tide-notes', 'md', { path: '/desk/a', force: false })
    const before = read('/desk/a')
    expect(() => exportSession(context, 'proj-acme', 'md', { path: '/desk/a', force: false })).toThrow(
      expect.objectContaining({ code: 'exists', hint: context.text.exportExistsHint }) as Error,
    )
    expect(read('/desk/a')).toBe(before)
    exportSession(context, 'proj-acme', 'md', { path: '/desk/a', force: true })
    expect(read('/desk/a')).toContain('token bucket')
  })

  it('follows no link', () => {
    const { context, disk, read } = setUp()
    disk.plant('/desk/link', 'link')
    expect(() => exportSession(context, 'proj-acme', 'md', { path: '/desk/link', force: false })).toThrow(
      ChatCliError,
    )
    expect(disk.stat('/desk/link')?.kind).toBe('link')
    exportSession(context, 'proj-acme', 'md', { path: '/desk/link', force: true })
    expect(disk.stat('/desk/link')?.kind).toBe('file')
    expect(read('/desk/link')).toContain('token bucket')
  })

  it('prints with a dash, in JSON Lines that can be saved again', () => {
    const { context, chatcli } = setUp()
    const { text, json, notes } = exportSession(context, 'proj-acme', 'jsonl', { path: '-', force: false })
    expect(notes).toEqual(['Exported 4 entries to - (source: journal)'])
    expect(json['path']).toBeNull()
    chatcli.sessions.save('again', text)
    expect(chatcli.sessions.load('again').messages.map(({ content }) => content)).toEqual(
      chatcli.sessions.load('proj-acme').messages.map(({ content }) => content),
    )
  })

  it.each(['md', 'jsonl'])('as %s lets nothing act on a terminal, and changes nothing for a pipe', (form) => {
    const { context, chatcli } = setUp()
    const evil = '\u202Eread me\x9b2J\x7f'
    chatcli.sessions.save('evil', [{ role: 'user', content: evil }])
    const printed = (isTerminal: boolean) =>
      exportSession({ ...context, isTerminal }, 'evil', form, { path: '-', force: false })
    expect(printed(true).text).toContain('read me')
    expect(printed(true).text).not.toMatch(/[\0-\x08\x0B-\x1F\x7F-\x9F\u202E]/)
    expect(printed(false).text).toContain(evil)
    expect(printed(true).json['text']).toBe(chatcli.transcripts.export('evil', form as 'md' | 'jsonl').text)
  })

  it('knows two formats', () => {
    const { context } = setUp()
    expect(() => exportSession(context, 'proj-acme', 'pdf', { force: false })).toThrow(
      expect.objectContaining({ code: 'usage' }) as Error,
    )
  })
})
