import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectRoot } from './project-files-root.ts'

describe('projectRoot', () => {
  let base: string
  beforeEach(() => {
    base = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'project-root-')))
    fs.mkdirSync(join(base, 'repository', 'a', 'b'), { recursive: true })
  })
  afterEach(() => fs.rmSync(base, { recursive: true, force: true }))

  it('is the folder with .git above, be that a folder or a file, with links resolved', () => {
    const deep = join(base, 'repository', 'a', 'b')
    expect(projectRoot(deep)).toBe(deep)
    fs.mkdirSync(join(base, 'repository', '.git'))
    fs.symlinkSync(deep, join(base, 'short'))
    expect(projectRoot(deep)).toBe(join(base, 'repository'))
    expect(projectRoot(join(base, 'short'))).toBe(join(base, 'repository'))
    fs.writeFileSync(join(base, 'repository', 'a', '.git'), 'gitdir: elsewhere')
    expect(projectRoot(deep)).toBe(join(base, 'repository', 'a'))
  })

  it('is the folder itself when it cannot be looked at', () => {
    expect(projectRoot(join(base, 'none'))).toBe(join(base, 'none'))
  })
})
