import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRealDisk } from '../disk/real-disk.ts'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { ChatCliError } from '../errors.ts'
import { configPath, parseConfig, readConfig } from './config-file.ts'
import { writeConfig } from './write-config.ts'

const path = configPath('/home')

async function errorOf(promise: Promise<unknown>): Promise<ChatCliError> {
  const error: unknown = await promise.catch((thrown: unknown) => thrown)
  if (error instanceof ChatCliError) return error
  throw new Error('expected an error')
}

describe('parseConfig', () => {
  it.each([
    ['model = tern', 'line 1, column 9: invalid value'],
    ['mode = "chat"\nmodel = "tern', 'line 2, column 9: unfinished string'],
    ['# a\n\ntime zone = 1', 'line 3, column 6: illegal character in key'],
    ['mode = 1\nmode = 2', 'line 2, column 1: trying to redefine an already defined table or value'],
  ])('%j is an error with line and column', async (toml, message) => {
    const error = await errorOf(parseConfig(path, toml))
    expect(error).toMatchObject({ code: 'usage', message: `/home/config.toml, ${message}` })
    expect(error.hint).toContain('nothing was done')
  })

  it('does not show the line, which may hold a key', async () => {
    const error = await errorOf(parseConfig(path, 'anthropic-key = "pa55word'))
    expect(`${error.message} ${error.hint} ${String(error.cause)}`).not.toContain('pa55word')
  })
})

describe('readConfig', () => {
  it('is undefined when there is no file, or not even a home', async () => {
    expect(await readConfig(createSimulatedDisk(), path)).toBeUndefined()
  })

  it('reads what was written', async () => {
    const disk = createSimulatedDisk()
    writeConfig(disk, path, 'model = "maré"\n', undefined)
    expect(await readConfig(disk, path)).toEqual({
      path,
      text: 'model = "maré"\n',
      values: expect.objectContaining({ model: 'maré' }) as unknown,
    })
    expect((disk.stat(path)?.mode ?? 0) & 0o777).toBe(0o600)
    expect(disk.list('/home')).toEqual(['config.toml'])
  })

  it('says that a file is not UTF-8 instead of writing it back damaged', async () => {
    const disk = createSimulatedDisk()
    disk.makeFolder('/home')
    const fd = disk.createExclusive(path)
    disk.write(fd, Uint8Array.of(0x23, 0xff, 0x0a))
    disk.close(fd)
    expect(await errorOf(readConfig(disk, path))).toMatchObject({
      code: 'usage',
      message: '/home/config.toml is not UTF-8 text',
    })
  })
})

describe('writeConfig', () => {
  it('does not write over what someone else wrote meanwhile', () => {
    const disk = createSimulatedDisk()
    writeConfig(disk, path, 'a = 1\n', undefined)
    writeConfig(disk, path, 'a = 2\n', 'a = 1\n')
    expect(() => writeConfig(disk, path, 'a = 3\n', 'a = 1\n')).toThrow(
      expect.objectContaining({ code: 'conflict' }) as Error,
    )
    expect(() => writeConfig(disk, path, 'a = 3\n', undefined)).toThrow(ChatCliError)
    expect(disk.list('/home')).toEqual(['config.toml'])
  })
})

describe('a config.toml that is a symbolic link', () => {
  let folder: string
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'chatcli-config-')))
    mkdirSync(join(folder, 'home'))
    symlinkSync('../dotfiles/chatcli.toml', join(folder, 'home', 'config.toml'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is read and written where it points to, and stays a link', async () => {
    const target = join(folder, 'dotfiles', 'chatcli.toml')
    mkdirSync(join(folder, 'dotfiles'))
    writeFileSync(target, 'model = "tern"\n')
    const disk = createRealDisk()
    const link = configPath(join(folder, 'home'))
    const before = await readConfig(disk, link)
    expect(before?.values).toMatchObject({ model: 'tern' })
    writeConfig(disk, link, 'model = "gull"\n', before?.text)
    expect(readFileSync(target, 'utf8')).toBe('model = "gull"\n')
    expect(readlinkSync(link)).toBe('../dotfiles/chatcli.toml')
    expect(readdirSync(join(folder, 'home'))).toEqual(['config.toml'])
    expect(readdirSync(join(folder, 'dotfiles'))).toEqual(['chatcli.toml'])
    expect(() => writeConfig(disk, link, 'x = 1\n', 'model = "tern"\n')).toThrow(ChatCliError)
  })

  it('is made where it points to', async () => {
    const disk = createRealDisk()
    const link = configPath(join(folder, 'home'))
    expect(await readConfig(disk, link)).toBeUndefined()
    writeConfig(disk, link, 'model = "gull"\n', undefined)
    expect(readFileSync(join(folder, 'dotfiles', 'chatcli.toml'), 'utf8')).toBe('model = "gull"\n')
  })
})
