import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeDiskContract } from './disk-contract.suite.ts'
import { createRealDisk } from './real-disk.ts'

const newFolder = (): string => fs.mkdtempSync(join(tmpdir(), 'chatcli-disk-'))
const makePipe = (path: string): void => {
  execFileSync('mkfifo', [path])
}

describeDiskContract('real disk', () => {
  const root = newFolder()
  return {
    disk: createRealDisk(),
    root,
    makeLink: (path, target) => fs.symlinkSync(target, path),
    makePipe,
    cleanUp: () => fs.rmSync(root, { recursive: true }),
  }
})

describe('real disk', () => {
  const disk = createRealDisk()
  let root = ''
  beforeEach(() => {
    root = newFolder()
  })
  afterEach(() => fs.rmSync(root, { recursive: true }))

  it('syncs many files at once, and says so when one of them could not be', async () => {
    const paths = ['a', 'b', 'c'].map((name) => join(root, name))
    const fds = paths.map((path) => disk.createExclusive(path))
    for (const fd of fds) disk.write(fd, Buffer.from('words'))
    await disk.syncMany?.(fds)
    disk.close(fds[1] ?? 0)
    await expect(disk.syncMany?.(fds)).rejects.toMatchObject({ code: 'EBADF' })
    for (const fd of [fds[0], fds[2]]) disk.close(fd ?? 0)
    expect(paths.map((path) => fs.readFileSync(path, 'utf8'))).toEqual(['words', 'words', 'words'])
  })

  it('does not hang on a pipe that somebody reads', () => {
    makePipe(join(root, 'pipe'))
    const reader = fs.openSync(join(root, 'pipe'), fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
    expect(() => disk.openAppend(join(root, 'pipe'))).toThrow('EFTYPE')
    fs.closeSync(reader)
  })

  it('leaves no descriptor open when it refuses a file', () => {
    const descriptors = (): number => fs.readdirSync('/proc/self/fd').length
    if (!fs.existsSync('/proc/self/fd')) return
    makePipe(join(root, 'pipe'))
    const before = descriptors()
    for (let i = 0; i < 20; i++) {
      expect(() => disk.openRead(join(root, 'pipe'))).toThrow('EFTYPE')
      expect(() => disk.openRead(root)).toThrow('EISDIR')
    }
    expect(descriptors()).toBeLessThan(before + 10)
  })

  it('creates files with mode 0600 and folders with 0700 under any umask', () => {
    // A thread cannot change the umask, so another process does.
    const source = new URL('./real-disk.ts', import.meta.url).pathname
    const bundle = join(root, 'real-disk.mjs')
    buildSync({ entryPoints: [source], bundle: true, platform: 'node', format: 'esm', outfile: bundle })
    for (const umask of ['000', '022', '077', '277', '777']) {
      const script = `
        import { createRealDisk } from ${JSON.stringify(bundle)}
        process.umask(0o${umask})
        const disk = createRealDisk()
        disk.close(disk.createExclusive(${JSON.stringify(join(root, `file-${umask}`))}))
        disk.makeFolder(${JSON.stringify(join(root, `folder-${umask}`))})`
      execFileSync(process.execPath, ['--input-type=module', '-e', script])
      expect(disk.stat(join(root, `file-${umask}`))?.mode).toBe(0o600)
      expect(disk.stat(join(root, `folder-${umask}`))?.mode).toBe(0o700)
    }
  })

  it('does not list or sync through a link', () => {
    fs.mkdirSync(join(root, 'folder'))
    fs.symlinkSync(join(root, 'folder'), join(root, 'link'))
    expect(() => disk.list(join(root, 'link'))).toThrow('ENOTDIR')
    expect(() => disk.syncFolder(join(root, 'link'))).toThrow()
    expect(() => disk.makeFolder(join(root, 'link'))).toThrow('EEXIST')
  })
})
