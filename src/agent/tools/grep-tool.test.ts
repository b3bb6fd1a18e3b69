import { describe, expect, it } from 'vitest'
import { createGrepTool, type GrepLimits } from './grep-tool.ts'
import { useWorkingFolder } from './working-folder.suite.ts'

describe('grep', () => {
  const folder = useWorkingFolder()
  const grep = async (args: Record<string, unknown>, limits?: GrepLimits): Promise<string> => {
    const { text, isError } = await folder.call(createGrepTool(folder.files, limits), args)
    return isError ? `error: ${text}` : text
  }

  it('finds lines, in files and folders, by glob, with or without case', async () => {
    folder.put('src/a.ts', 'const cache = 1\r\nno\nuse(cache)\n')
    folder.put('src/b.md', 'The Cache\n')
    folder.put('node_modules/c.ts', 'cache')
    folder.put('d.bin', Buffer.from('cache\0'))
    expect(await grep({ pattern: 'cache' })).toBe('src/a.ts:1: const cache = 1\nsrc/a.ts:3: use(cache)')
    expect(await grep({ query: '^the cache$', path: 'src', ignore_case: 'true' })).toBe(
      'src/b.md:1: The Cache',
    )
    expect(await grep({ pattern: '(?i)CACHE', glob: '*.md' })).toBe('src/b.md:1: The Cache')
    expect(await grep({ pattern: 'cache', glob: 'src/*.ts', limit: 9 })).toContain('src/a.ts:3')
    expect(await grep({ pattern: 'cache', path: 'src/b.md' })).toBe('(No match for "cache" in 1 files.)')
    expect(await grep({ pattern: '\\p{Lu}ache' })).toBe('src/b.md:1: The Cache')
    expect(await grep({ pattern: '^$' })).toBe('(No match for "^$" in 2 files.)')
  })

  it('stops at the limit and says so', async () => {
    folder.put('a', 'x\n'.repeat(5))
    folder.put('b', 'x\n')
    expect(await grep({ pattern: 'x', limit: 2 })).toBe(
      'a:1: x\na:2: x\n(There are more than these 2 matches: narrow them with path or glob, or give a higher limit.)',
    )
    expect(await grep({ pattern: 'x', limit: 6 })).not.toContain('(')
  })

  it('cuts long lines around the match', async () => {
    folder.put('a', `${'a'.repeat(1000)}needle${'b'.repeat(1000)}`)
    expect(await grep({ pattern: 'needle' })).toBe(`a:1: …${'a'.repeat(100)}needle${'b'.repeat(194)}…`)
  })

  it('looks for a pattern that is none as it stands, and says so', async () => {
    folder.put('a', 'call(x[0]\n')
    const text = await grep({ pattern: 'call(x[' })
    expect(text).toMatch(
      /^a:1: call\(x\[0\]\n\(The pattern is no regular expression \(.+\), so it was looked for/,
    )
  })

  it('gives up a pattern that would take for ever', async () => {
    folder.put('a', `${'a'.repeat(50)}!\n`)
    expect(await grep({ pattern: '^(a+)+$' }, { fileMs: 50, totalMs: 1000, now: () => 0 })).toBe(
      '(No match for "^(a+)+$" in 1 files.)\n(The pattern takes too long on a, which was given up. Make it simpler.)',
    )
  })

  it('breaks off when all takes too long', async () => {
    folder.put('a', 'x')
    folder.put('b', 'x')
    let clock = 0
    const text = await grep({ pattern: 'x' }, { fileMs: 1000, totalMs: 10, now: () => (clock += 20) })
    expect(text).toBe('a:1: x\n(Broken off after 1 files, it took too long: give a path or a glob.)')
  })

  it('stops when it is told to', async () => {
    folder.put('a', 'x')
    const tool = createGrepTool(folder.files)
    await expect(tool.run({ pattern: 'x' }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'interrupted',
    })
  })

  it('says what is wrong', async () => {
    expect(await grep({})).toContain('"pattern" is missing')
    expect(await grep({ pattern: 'x', path: '../..' })).toMatch(/^error: \.\.\/\.\. is outside/)
    expect(await grep({ pattern: 'x', path: 'none' })).toMatch(/^error: There is no none/)
    const tool = createGrepTool(folder.files)
    expect([tool.isReadOnly({ pattern: 'x' }), tool.isReadOnly({})]).toEqual([true, false])
  })
})
