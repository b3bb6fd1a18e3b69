import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { changeMode, fileSystemFacts } from './file-system-facts.ts'

it('knows the disk of a path, also of one that is not there yet', () => {
  const { type, freeBytes, isNetwork } = fileSystemFacts(join(tmpdir(), 'nobody', 'has', 'this'))
  expect(freeBytes).toBeGreaterThan(0)
  if (process.platform === 'linux') expect(type).toMatch(/^\w/)
  expect(isNetwork).toBe(false)
  if (process.platform === 'linux') expect(fileSystemFacts('/proc/self').type).toBe('proc')
})

it('changes the mode of a file, and not of what a link leads to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'modes-'))
  try {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    chmodSync(file, 0o644)
    symlinkSync(file, join(folder, 'link'))
    expect(() => changeMode(join(folder, 'link'), 0o600)).toThrow()
    expect(statSync(file).mode & 0o777).toBe(0o644)
    changeMode(file, 0o600)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
