import { describe, expect, it } from 'vitest'
import { createListTool } from './list-tool.ts'
import { useWorkingFolder } from './working-folder.suite.ts'

describe('list', () => {
  const folder = useWorkingFolder()
  const list = async (args: Record<string, unknown>): Promise<string> => {
    const { text, isError } = await folder.call(createListTool(folder.files), args)
    return isError ? `error: ${text}` : text
  }

  it('lists one level, or more, but not what is ignored', async () => {
    folder.put('src/deep/a.ts', 'abc')
    folder.put('src/b.ts', '')
    folder.put('node_modules/x/index.js', '')
    folder.put('.chatcli/home.json', '')
    expect(await list({})).toBe('node_modules/ (ignored)\nsrc/')
    expect(await list({ path: 'src' })).toBe('src/b.ts (0 bytes)\nsrc/deep/')
    expect(await list({ path: '.', depth: '3' })).toBe(
      'node_modules/ (ignored)\nsrc/\nsrc/b.ts (0 bytes)\nsrc/deep/\nsrc/deep/a.ts (3 bytes)',
    )
    expect(await list({ dir: 'node_modules' })).toBe('node_modules/x/')
  })

  it('stops at 1,000 entries and says so', async () => {
    for (let i = 0; i < 1001; i++) folder.put(`many/${String(i).padStart(4, '0')}`, '')
    const lines = (await list({ path: 'many' })).split('\n')
    expect(lines).toHaveLength(1001)
    expect(lines.slice(-2)).toEqual([
      'many/0999 (0 bytes)',
      '(the first 1000 entries; list a folder of them)',
    ])
  })

  it('says what is wrong', async () => {
    folder.put('a', '')
    expect(await list({ path: 'a' })).toBe('error: a is no folder. Give the path of a folder.')
    expect(await list({ path: '/' })).toMatch(/^error: \/ is outside/)
    expect(await list({ depth: {} })).toContain('"depth" must be a number')
    expect(createListTool(folder.files).isReadOnly({ depth: {} })).toBe(false)
  })
})
