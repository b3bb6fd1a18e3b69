import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settingRows } from '../src/settings.ts'

const readme = readFileSync('README.md', 'utf8')

describe('the README', () => {
  it('lists variables that are read', () => {
    const known = new Set(Object.values(settingRows).flatMap((row) => row.variables))
    const listed = [...readme.matchAll(/^\| `([A-Z_]+)`/gm)].map((match) => match[1])
    expect(listed.length).toBeGreaterThan(4)
    expect(listed.filter((variable) => !known.has(variable ?? ''))).toEqual([])
  })

  it('names commands of package.json', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>
    }
    const named = [...readme.matchAll(/npm (?:run )?(demo|test|check|eval|bench|build)\b/g)].map(
      (match) => match[1] ?? '',
    )
    expect(named).toContain('demo')
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})
