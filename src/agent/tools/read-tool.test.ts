import { describe, expect, it } from 'vitest'
import { createReadTool } from './read-tool.ts'
import { useWorkingFolder } from './working-folder.suite.ts'

describe('read', () => {
  const folder = useWorkingFolder()
  const read = async (args: Record<string, unknown>): Promise<string> => {
    const { text, isError } = await folder.call(createReadTool(folder.files), args)
    return isError ? `error: ${text}` : text
  }

  it('gives lines with their numbers', async () => {
    folder.put('a.txt', 'one\n\ntwo')
    expect(await read({ path: 'a.txt' })).toBe('1\tone\n2\t\n3\ttwo')
    folder.put('b.txt', '\uFEFFone\r\ntwo\r\n')
    expect(await read({ path: 'b.txt' })).toBe('1\tone\n2\ttwo')
    folder.put('empty', '')
    expect(await read({ path: 'empty' })).toBe('empty is empty.')
  })

  it('gives a part, and says where it goes on', async () => {
    folder.put('a.txt', 'a\nb\nc\nd\ne\n')
    expect(await read({ path: 'a.txt', offset: 2, limit: 2 })).toBe(
      '2\tb\n3\tc\n(lines 2 to 3 of 5; go on with offset 4)',
    )
    expect(await read({ file_path: 'a.txt', offset: '4', limit: '9' })).toBe(
      '4\td\n5\te\n(lines 4 to 5 of 5)',
    )
    expect(await read({ path: 'a.txt', offset: 6 })).toBe(
      'error: a.txt has 5 lines, so none at 6. Give a smaller offset.',
    )
  })

  it('gives 2,000 lines and 50,000 characters at most, also of files larger than a piece', async () => {
    const lines = Array.from({ length: 30_000 }, (_, i) => `line ${i + 1} ${'é'.repeat(10)}`)
    folder.put('many', lines.join('\n'))
    expect(await read({ path: 'many', offset: 29_000, limit: 3 })).toBe(
      `29000\t${lines[28_999]}\n29001\t${lines[29_000]}\n29002\t${lines[29_001]}\n(lines 29000 to 29002 of 30000; go on with offset 29003)`,
    )
    folder.put('short', 'x\n'.repeat(5000))
    expect((await read({ path: 'short' })).split('\n').at(-1)).toBe(
      '(lines 1 to 2000 of 5000; go on with offset 2001)',
    )
    folder.put('wide', `${'w'.repeat(1000)}\n`.repeat(2000))
    const wide = await read({ path: 'wide' })
    expect(wide.length).toBeLessThan(50_000)
    expect(wide).toMatch(/\(lines 1 to 48 of 2000; go on with offset 49\)$/)
    expect(await read({ path: 'wide', offset: 1500, limit: 1 })).toBe(
      `1500\t${'w'.repeat(1000)}\n(lines 1500 to 1500 of 2000; go on with offset 1501)`,
    )
    folder.put('long', `${'\u{1F600}'.repeat(300_000)}\nend`)
    expect(await read({ path: 'long' })).toBe(
      `1\t${'\u{1F600}'.repeat(1000)}[… of 1200000 bytes in this line]\n2\tend`,
    )
  })

  it('says what is no text', async () => {
    folder.put('a.png', Buffer.from('89504e470d0a1a0a0000', 'hex'))
    folder.put('a.bin', Buffer.from([1, 2, 0, 3]))
    expect(await read({ path: 'a.png' })).toBe(
      'a.png is a PNG image of 10 bytes: it cannot be shown as text.',
    )
    expect(await read({ path: 'a.bin' })).toBe(
      'a.bin is a binary file of 4 bytes: it cannot be shown as text.',
    )
    folder.put('text', 'BM is no image here')
    expect(await read({ path: 'text' })).toBe('1\tBM is no image here')
  })

  it('shows a right call when something is wrong, and stays inside', async () => {
    expect(await read({})).toContain(
      'error: "path" is missing. A right call has arguments such as {"path":"src/main.ts"',
    )
    expect(await read({ path: ['a'] })).toContain('"path" must be a text')
    expect(await read({ path: 'a', limit: 'many' })).toContain('"limit" must be a number')
    expect(await read({ path: 'none.txt' })).toMatch(/^error: There is no none\.txt\./)
    expect(await read({ path: '../x' })).toMatch(/^error: \.\.\/x is outside/)
    expect(await read({ path: '.chatcli/sessions/a.json' })).toMatch(/^error: .*belongs to ChatCLI itself/)
    const tool = createReadTool(folder.files)
    expect([tool.isReadOnly({ path: 'a' }), tool.isReadOnly({})]).toEqual([true, false])
    expect(tool.needs({ path: 'a' })).toBeUndefined()
  })
})
