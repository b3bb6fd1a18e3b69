import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ChatCliError, type ErrorCode } from '../errors.ts'
import type { ProjectFiles } from './project-files.ts'
import { openProjectFiles } from './project-files-open.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text)
const codeOf = (call: () => unknown): ErrorCode | 'none' => {
  try {
    call()
    return 'none'
  } catch (error) {
    if (error instanceof ChatCliError) return error.code
    throw error
  }
}

describe('openProjectFiles', () => {
  let base: string
  let root: string
  let files: ProjectFiles
  let count = 0
  const at = (path: string): string => join(root, path)
  const put = (path: string, text: string): void => {
    fs.mkdirSync(join(at(path), '..'), { recursive: true })
    fs.writeFileSync(at(path), text)
  }
  const read = (path: string): string => Buffer.from(files.read(path, 0, 1000)).toString()
  beforeEach(() => {
    base = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'project-files-')))
    root = join(base, 'work')
    fs.mkdirSync(root)
    fs.mkdirSync(join(base, 'other'))
    fs.writeFileSync(join(base, 'other', 'secret.txt'), 'secret')
    fs.writeFileSync(join(base, 'x'), 'outside')
    put('src/main.ts', 'main')
    put('.chatcli/sessions/plan.json', 'said')
    fs.symlinkSync(join(base, 'x'), at('link-out'))
    fs.symlinkSync(join(base, 'other'), at('folder-out'))
    fs.symlinkSync('../other', at('relative-out'))
    fs.symlinkSync(join(base, 'not-there'), at('dangling'))
    fs.symlinkSync('loop', at('loop'))
    fs.symlinkSync('src', at('link-in'))
    fs.symlinkSync('.chatcli', at('to-home'))
    files = openProjectFiles(root, {
      forbidden: [at('.chatcli')],
      randomName: () => `random-name-${++count}`,
    })
  })
  afterEach(() => fs.rmSync(base, { recursive: true, force: true }))

  const traps: readonly (readonly [string, ErrorCode])[] = [
    ['../x', 'refused'],
    ['..', 'refused'],
    ['src/../../x', 'refused'],
    ['../work-not/x', 'refused'],
    ['/etc/passwd', 'refused'],
    ['link-out', 'refused'],
    ['folder-out', 'refused'],
    ['folder-out/secret.txt', 'refused'],
    ['folder-out/new.txt', 'refused'],
    ['relative-out/secret.txt', 'refused'],
    ['dangling', 'refused'],
    ['dangling/x', 'refused'],
    ['loop', 'refused'],
    ['.chatcli', 'refused'],
    ['.chatcli/sessions/plan.json', 'refused'],
    ['.chatcli/new', 'refused'],
    ['to-home/sessions/plan.json', 'refused'],
    ['src/main.ts/x', 'usage'],
    ['', 'usage'],
    ['  ', 'usage'],
    ['src/main.ts\0.png', 'usage'],
    ['n'.repeat(300), 'usage'],
    [`${'deep/'.repeat(2000)}x`, 'usage'],
  ]
  it.each(traps)('lets nothing through at %.40j', (path, code) => {
    for (const call of [
      () => files.stat(path),
      () => files.read(path, 0, 10),
      () => files.list(path),
      () => Array.from(files.walk(path)),
      () => files.write(path, bytes('new')),
    ]) {
      expect(codeOf(call)).toBe(code)
    }
    expect(fs.readFileSync(join(base, 'x'), 'utf8')).toBe('outside')
    expect(fs.readdirSync(base).sort()).toEqual(['other', 'work', 'x'])
    expect(fs.readdirSync(join(base, 'other'))).toEqual(['secret.txt'])
  })

  it('says in words what was wrong', () => {
    expect(() => files.read('../x', 0, 1)).toThrow('../x is outside of the working folder')
    expect(() => files.read('to-home/sessions/plan.json', 0, 1)).toThrow('belongs to ChatCLI itself')
  })

  it('follows a link that stays inside, and takes absolute paths inside', () => {
    expect(read('link-in/main.ts')).toBe('main')
    expect(read(at('src/main.ts'))).toBe('main')
    expect(read('./src/../src/main.ts')).toBe('main')
    files.write('link-in/main.ts', bytes('changed'))
    expect(read('src/main.ts')).toBe('changed')
    expect(fs.lstatSync(at('link-in')).isSymbolicLink()).toBe(true)
  })

  it('opened through a link, is called by the name of the link too', () => {
    fs.symlinkSync(root, join(base, 'alias'))
    const aliased = openProjectFiles(join(base, 'alias'), { forbidden: [], randomName: () => 'random-name' })
    expect(aliased.root).toBe(root)
    expect(aliased.file(join(base, 'alias', 'src', 'main.ts')).path).toBe('src/main.ts')
    expect(aliased.file(at('src/main.ts')).path).toBe('src/main.ts')
  })

  it('refuses a folder that is not there', () => {
    expect(codeOf(() => openProjectFiles(join(base, 'none'), { forbidden: [], randomName: () => '' }))).toBe(
      'not-found',
    )
  })

  it('reads slices, and only of regular files', () => {
    put('a.txt', 'héllo')
    expect(Buffer.from(files.read('a.txt', 3, 2)).toString()).toBe('ll')
    expect(files.read('a.txt', 100, 2)).toHaveLength(0)
    expect(codeOf(() => files.read('src', 0, 1))).toBe('usage')
    expect(codeOf(() => files.read('none', 0, 1))).toBe('not-found')
    expect(codeOf(() => files.list('a.txt'))).toBe('usage')
    expect(codeOf(() => files.list('none'))).toBe('not-found')
  })

  it('lists by name what is there, without what is forbidden', () => {
    put('node_modules/a/index.js', '')
    const seen = files.list('.').map(({ path, kind, isIgnored }) => [path, kind, isIgnored])
    expect(seen).toEqual([
      ['dangling', 'link', false],
      ['folder-out', 'link', false],
      ['link-in', 'link', false],
      ['link-out', 'link', false],
      ['loop', 'link', false],
      ['node_modules', 'folder', true],
      ['relative-out', 'link', false],
      ['src', 'folder', false],
      ['to-home', 'link', false],
    ])
    expect(files.list('src')).toEqual([{ path: 'src/main.ts', kind: 'file', size: 4, isIgnored: false }])
  })

  it('walks files without links, ignored ones and what is forbidden', () => {
    put('.gitignore', '*.log\n/build/\n!keep.log\n# note\nsecret/**\n')
    put('src/.gitignore', 'generated\n')
    for (const path of ['a.log', 'keep.log', 'build/x', 'src/build/x', 'src/generated/x', 'secret/a/b'])
      put(path, '')
    for (const path of ['.git/config', 'dist/x', 'src/node_modules/x', 'generated/x']) put(path, '')
    expect(Array.from(files.walk('.'), ({ path }) => path)).toEqual([
      '.gitignore',
      'generated/x',
      'keep.log',
      'src/.gitignore',
      'src/build/x',
      'src/main.ts',
    ])
    expect(Array.from(files.walk('src/build'), ({ path }) => path)).toEqual(['src/build/x'])
    expect(Array.from(files.walk('a.log'), ({ path }) => path)).toEqual(['a.log'])
  })

  it('writes new files with their folders, and replaces old ones with their mode', () => {
    expect(files.write('new/deep/file.txt', bytes('one'))).toBeUndefined()
    expect(read('new/deep/file.txt')).toBe('one')
    fs.chmodSync(at('new/deep/file.txt'), 0o754)
    expect(files.write('new/deep/file.txt', bytes('three'))).toBe(3)
    expect(read('new/deep/file.txt')).toBe('three')
    expect(fs.statSync(at('new/deep/file.txt')).mode & 0o777).toBe(0o754)
    expect(fs.readdirSync(at('new/deep'))).toEqual(['file.txt'])
    expect(codeOf(() => files.write('src', bytes('x')))).toBe('usage')
    expect(codeOf(() => files.write('.', bytes('x')))).toBe('usage')
  })

  it('writes nothing that git would run, by whatever way, but lets it be read', () => {
    put('.git/config', 'config')
    fs.symlinkSync('.git', at('to-git'))
    for (const path of ['.git/hooks/pre-commit', '.git/config', 'to-git/config', 'sub/.GIT/config', '.git']) {
      expect(codeOf(() => files.write(path, bytes('x')))).toBe('refused')
    }
    expect(read('.git/config')).toBe('config')
    expect(fs.existsSync(at('sub'))).toBe(false)
    files.write('.gitignore', bytes('x'))
    expect(read('.gitignore')).toBe('x')
  })

  it('does not write over a read-only file', () => {
    put('fixed', 'x')
    fs.chmodSync(at('fixed'), 0o444)
    // Whoever may do everything is not stopped by permission bits.
    const isAllPowerful = process.getuid?.() === 0
    expect(codeOf(() => files.write('fixed', bytes('y')))).toBe(isAllPowerful ? 'none' : 'storage')
    expect(fs.statSync(at('fixed')).mode & 0o777).toBe(0o444)
  })

  it('does not write over a file that was changed since it was seen', () => {
    const { stamp } = files.file('src/main.ts')
    fs.writeFileSync(at('src/main.ts'), 'by hand')
    expect(codeOf(() => files.write('src/main.ts', bytes('x'), { seen: stamp }))).toBe('conflict')
    expect(read('src/main.ts')).toBe('by hand')
    expect(fs.readdirSync(at('src'))).toEqual(['main.ts'])
    files.write('src/main.ts', bytes('x'), { seen: files.file('src/main.ts').stamp })
    expect(read('src/main.ts')).toBe('x')
  })
})
