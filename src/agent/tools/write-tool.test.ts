import { describe, expect, it } from 'vitest'
import { useWorkingFolder } from './working-folder.suite.ts'
import { createWriteTool } from './write-tool.ts'

describe('write', () => {
  const folder = useWorkingFolder()
  const write = async (args: Record<string, unknown>): Promise<string> => {
    const { text, isError } = await folder.call(createWriteTool(folder.files), args)
    return isError ? `error: ${text}` : text
  }

  it('makes files with their folders, and replaces them, and says what changed', async () => {
    expect(await write({ path: 'a/b/c.txt', content: 'one\ntwo\nthree\n' })).toBe(
      'Created a/b/c.txt: 3 lines, 14 bytes.',
    )
    expect(await write({ filename: 'a/b/c.txt', contents: 'one\n2\nthree\n' })).toBe(
      'Replaced a/b/c.txt: 14 bytes before, now 3 lines, 12 bytes.\nAt line 2:\n-two\n+2',
    )
    expect(folder.get('a/b/c.txt')).toBe('one\n2\nthree\n')
    expect(await write({ path: 'a/b/c.txt', content: 'one\n2\nthree\n' })).toBe(
      'a/b/c.txt says that already: nothing was changed.',
    )
    expect(await write({ path: 'empty', content: '' })).toBe('Created empty: 0 lines, 0 bytes.')
  })

  it('replaces what is no text without showing it', async () => {
    folder.put('a.bin', Buffer.from([0, 1, 2]))
    expect(await write({ path: 'a.bin', content: 'x' })).toBe(
      'Replaced a.bin: 3 bytes before, now 1 lines, 1 bytes.',
    )
  })

  it('needs permission to write, is never read-only, and stays inside', async () => {
    const tool = createWriteTool(folder.files)
    expect(tool.needs({ path: 'a', content: '' })).toEqual({ tool: 'write', subject: 'a', scope: 'write' })
    expect(tool.needs({ path: 'a' })).toBeUndefined()
    expect(tool.isReadOnly({ path: 'a', content: '' })).toBe(false)
    expect(await write({ path: 'a' })).toContain('error: "content" is missing. A right call')
    expect(await write({ path: '../a', content: '' })).toMatch(/^error: \.\.\/a is outside/)
    expect(await write({ path: '.chatcli/config.toml', content: '' })).toMatch(/^error: .*belongs to ChatCLI/)
  })
})
