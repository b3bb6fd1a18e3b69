import { describe, expect, it } from 'vitest'
import { projectGlob } from './project-files-glob.ts'

describe('projectGlob', () => {
  it.each([
    ['*.ts', ['a.ts', '.ts'], ['a.tsx', 'src/a.ts']],
    ['**/*.ts', ['a.ts', 'src/deep/a.ts'], ['a.js']],
    ['src/**', ['src/a', 'src/a/b'], ['src', 'other/a']],
    ['src/**/test.ts', ['src/test.ts', 'src/a/b/test.ts'], ['src/atest.ts']],
    ['?.[jt]s', ['a.js', 'b.ts'], ['a.cs', 'ab.ts']],
    ['[!a].ts', ['b.ts'], ['a.ts']],
    ['*.{ts,tsx}', ['a.ts', 'a.tsx'], ['a.js', 'a.{ts,tsx}']],
    ['a,b.txt', ['a,b.txt'], ['a']],
    ['a+(b).txt', ['a+(b).txt'], ['ab.txt']],
    ['\\*.md', ['*.md'], ['a.md']],
    ['{open', ['{open'], ['open']],
    ['[z-a]', ['[z-a]'], ['z']],
    ['[', ['['], ['a']],
    ['', [''], ['a']],
  ])('%s', (glob, yes, no) => {
    const pattern = projectGlob(glob)
    expect(yes.filter((path) => !pattern.test(path))).toEqual([])
    expect(no.filter((path) => pattern.test(path))).toEqual([])
  })
})
