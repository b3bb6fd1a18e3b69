import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Disk, FileDescriptor } from './disk.ts'

/** A disk under test: an empty folder to work in, and what the port itself cannot make. */
export interface DiskUnderTest {
  readonly disk: Disk
  /** An existing, empty folder. */
  readonly root: string
  /** Makes a symbolic link at `path` that leads to the existing file `target`. */
  readonly makeLink: (path: string, target: string) => void
  readonly makePipe: (path: string) => void
  readonly cleanUp: () => void
}

/** What every implementation of the disk port must do. */
export function describeDiskContract(name: string, factory: () => DiskUnderTest): void {
  describe(`${name}: disk contract`, () => {
    let world: DiskUnderTest
    let disk: Disk
    const at = (path: string): string => `${world.root}/${path}`
    beforeEach(() => {
      world = factory()
      disk = world.disk
    })
    afterEach(() => world.cleanUp())

    const put = (path: string, text: string): void => {
      const fd = disk.createExclusive(at(path))
      disk.write(fd, Buffer.from(text))
      disk.close(fd)
    }
    const readFrom = (fd: FileDescriptor): string => {
      const into = new Uint8Array(1000)
      return Buffer.from(into.subarray(0, disk.read(fd, into, 0))).toString()
    }
    const get = (path: string): string => {
      const fd = disk.openRead(at(path))
      try {
        return readFrom(fd)
      } finally {
        disk.close(fd)
      }
    }
    const failsWith = (call: () => unknown, ...codes: string[]): void => {
      let code: unknown = 'no error'
      try {
        call()
      } catch (error) {
        code = (error as { code?: unknown }).code
      }
      expect(codes).toContain(code)
    }

    it('writes at the end and reads at any position', () => {
      put('a', 'hello')
      const fd = disk.openAppend(at('a'))
      expect(disk.write(fd, Buffer.from(' world'))).toBe(6)
      disk.sync(fd)
      expect(disk.statOpen(fd)).toMatchObject({ kind: 'file', size: 11, links: 1 })
      disk.close(fd)
      expect(get('a')).toBe('hello world')
      const reader = disk.openRead(at('a'))
      const into = new Uint8Array(4)
      expect(disk.read(reader, into, 6)).toBe(4)
      expect(Buffer.from(into).toString()).toBe('worl')
      expect(disk.read(reader, into, 9)).toBe(2)
      expect(disk.read(reader, into, 11)).toBe(0)
      expect(disk.read(reader, into, 99)).toBe(0)
      disk.close(reader)
    })

    it('reads through an appending descriptor too', () => {
      const fd = disk.createExclusive(at('a'))
      disk.write(fd, Buffer.from('abc'))
      expect(readFrom(fd)).toBe('abc')
      disk.close(fd)
      const again = disk.openAppend(at('a'))
      expect(readFrom(again)).toBe('abc')
      disk.close(again)
    })

    it('lets two appending descriptors write behind each other', () => {
      put('a', '')
      const first = disk.openAppend(at('a'))
      const second = disk.openAppend(at('a'))
      for (const [fd, text] of [
        [first, '1'],
        [second, '22'],
        [first, '333'],
      ] as const)
        disk.write(fd, Buffer.from(text))
      disk.close(first)
      disk.close(second)
      expect(get('a')).toBe('122333')
    })

    it('refuses to write through a reading descriptor, and to use a closed one', () => {
      put('a', 'x')
      const fd = disk.openRead(at('a'))
      failsWith(() => disk.write(fd, Buffer.from('y')), 'EBADF')
      disk.close(fd)
      failsWith(() => disk.read(fd, new Uint8Array(1), 0), 'EBADF')
    })

    it('creates only what is not there', () => {
      put('a', 'x')
      failsWith(() => disk.createExclusive(at('a')), 'EEXIST')
      failsWith(() => disk.createExclusive(at('none/a')), 'ENOENT')
      expect(get('a')).toBe('x')
      world.makeLink(at('link'), at('nowhere'))
      failsWith(() => disk.createExclusive(at('link')), 'EEXIST')
    })

    it('opens regular files only, at once', () => {
      put('a', 'x')
      disk.makeFolder(at('folder'))
      world.makeLink(at('link'), at('a'))
      world.makePipe(at('pipe'))
      for (const open of [(path: string) => disk.openRead(path), (path: string) => disk.openAppend(path)]) {
        failsWith(() => open(at('none')), 'ENOENT')
        failsWith(() => open(at('a/b')), 'ENOTDIR')
        failsWith(() => open(at('folder')), 'EISDIR')
        failsWith(() => open(at('link')), 'ELOOP')
        failsWith(() => open(at('pipe')), 'EFTYPE')
      }
    })

    it('gives an open file other permission bits', () => {
      const fd = disk.createExclusive(at('a'))
      disk.chmodOpen(fd, 0o644)
      disk.close(fd)
      expect(disk.stat(at('a'))?.mode).toBe(0o644)
    })

    it('tells what has a name', () => {
      put('a', 'xyz')
      disk.makeFolder(at('folder'))
      world.makeLink(at('link'), at('a'))
      world.makePipe(at('pipe'))
      expect(disk.stat(at('a'))).toMatchObject({ kind: 'file', size: 3, mode: 0o600, links: 1 })
      expect(disk.stat(at('folder'))).toMatchObject({ kind: 'folder', mode: 0o700 })
      expect(disk.stat(at('link'))?.kind).toBe('link')
      expect(disk.stat(at('pipe'))?.kind).toBe('other')
      expect(disk.stat(at('none'))).toBeUndefined()
      expect(disk.stat(at('none/b'))).toBeUndefined()
      expect(disk.stat(at('a/b'))).toBeUndefined()
    })

    it('lists names by code unit; a missing folder is empty, a file is an error', () => {
      for (const name of ['Ａ', 'b', 'a', 'B', 'é', '.dot', '10', '9', '𝒳']) put(name, '')
      expect(disk.list(world.root)).toEqual(['.dot', '10', '9', 'B', 'a', 'b', 'é', '𝒳', 'Ａ'])
      expect(disk.list(at('none'))).toEqual([])
      failsWith(() => disk.list(at('a')), 'ENOTDIR')
    })

    it('replaces on rename, and the name leads to the other file', () => {
      put('old', 'old')
      put('new', 'new')
      const before = disk.stat(at('old'))
      const reader = disk.openRead(at('old'))
      const moved = disk.stat(at('new'))
      disk.rename(at('new'), at('old'))
      expect(disk.list(world.root)).toEqual(['old'])
      expect(get('old')).toBe('new')
      expect(disk.stat(at('old'))?.ino).toBe(moved?.ino)
      expect(disk.stat(at('old'))?.ino).not.toBe(before?.ino)
      expect(disk.statOpen(reader)).toMatchObject({ ino: before?.ino, links: 0, size: 3 })
      expect(readFrom(reader)).toBe('old')
      disk.close(reader)
      failsWith(() => disk.rename(at('none'), at('old')), 'ENOENT')
      failsWith(() => disk.rename(at('old'), at('none/x')), 'ENOENT')
    })

    it('moves folders, and keeps files and folders apart', () => {
      disk.makeFolder(at('one'))
      disk.makeFolder(at('two'))
      put('one/a', 'x')
      put('file', 'y')
      failsWith(() => disk.rename(at('file'), at('one')), 'EISDIR')
      failsWith(() => disk.rename(at('one'), at('file')), 'ENOTDIR')
      failsWith(() => disk.rename(at('two'), at('one')), 'ENOTEMPTY', 'EEXIST')
      disk.rename(at('one'), at('two'))
      expect(get('two/a')).toBe('x')
      disk.rename(at('two/a'), at('b'))
      expect(disk.list(world.root)).toEqual(['b', 'file', 'two'])
    })

    it('links a second name, but never over something', () => {
      put('a', 'x')
      put('b', 'y')
      failsWith(() => disk.link(at('a'), at('b')), 'EEXIST')
      failsWith(() => disk.link(at('none'), at('c')), 'ENOENT')
      disk.link(at('a'), at('c'))
      expect(disk.stat(at('c'))).toMatchObject({ ino: disk.stat(at('a'))?.ino, links: 2 })
      disk.rename(at('a'), at('c'))
      expect(disk.list(world.root)).toEqual(['a', 'b', 'c'])
      disk.unlink(at('a'))
      expect(disk.stat(at('c'))?.links).toBe(1)
      expect(get('c')).toBe('x')
    })

    it('keeps a removed file for those who have it open', () => {
      put('a', 'x')
      const fd = disk.openAppend(at('a'))
      disk.unlink(at('a'))
      disk.write(fd, Buffer.from('y'))
      expect(disk.statOpen(fd)).toMatchObject({ links: 0, size: 2 })
      expect(disk.stat(at('a'))).toBeUndefined()
      disk.close(fd)
      failsWith(() => disk.unlink(at('a')), 'ENOENT')
    })

    it('removes a link, not what it leads to', () => {
      put('a', 'x')
      world.makeLink(at('link'), at('a'))
      disk.unlink(at('link'))
      expect(disk.list(world.root)).toEqual(['a'])
    })

    it('makes and removes folders', () => {
      disk.makeFolder(at('folder'))
      put('folder/a', 'x')
      disk.makeFolder(at('folder'))
      expect(get('folder/a')).toBe('x')
      failsWith(() => disk.makeFolder(at('none/folder')), 'ENOENT')
      failsWith(() => disk.makeFolder(at('folder/a')), 'EEXIST')
      failsWith(() => disk.removeFolder(at('folder')), 'ENOTEMPTY', 'EEXIST')
      failsWith(() => disk.removeFolder(at('folder/a')), 'ENOTDIR')
      failsWith(() => disk.unlink(at('folder')), 'EISDIR', 'EPERM')
      disk.unlink(at('folder/a'))
      disk.removeFolder(at('folder'))
      expect(disk.stat(at('folder'))).toBeUndefined()
    })

    it('shows a change in size, and a new time', () => {
      put('a', 'x')
      const before = disk.stat(at('a'))!
      const fd = disk.openAppend(at('a'))
      disk.write(fd, Buffer.from('y'))
      disk.close(fd)
      const after = disk.stat(at('a'))!
      expect(after).toMatchObject({ ino: before.ino, dev: before.dev, size: before.size + 1 })
      expect(after.mtimeMs).toBeGreaterThanOrEqual(before.mtimeMs)
      expect(after.ctimeMs).toBeGreaterThanOrEqual(before.ctimeMs)
    })

    it('refuses a name that is too long', () => {
      failsWith(() => disk.createExclusive(at('x'.repeat(256))), 'ENAMETOOLONG')
      put('x'.repeat(255), '')
      expect(disk.list(world.root)).toEqual(['x'.repeat(255)])
    })

    it('syncs folders that exist', () => {
      put('a', 'x')
      disk.syncFolder(world.root)
      failsWith(() => disk.syncFolder(at('none')), 'ENOENT')
      failsWith(() => disk.syncFolder(at('a')), 'ENOTDIR')
      expect(get('a')).toBe('x')
    })
  })
}
