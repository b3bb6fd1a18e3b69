import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { commandSpecs } from '../../commands/registry.ts'
import { settingRows } from '../../settings.ts'
import { helpTextFor } from '../../text/help-text-for.ts'
import { renderMan } from './render-man.ts'

const page = renderMan(helpTextFor('en'))

const hasMandoc = spawnSync('mandoc', ['-T', 'lint'], { input: '' }).error === undefined

describe('the manual page', () => {
  it('names every command, option and variable', () => {
    for (const { path, options } of commandSpecs) {
      expect(page).toContain(path.split(' ').at(-1))
      for (const { name } of options) expect(page).toContain(`Fl -${name}`)
    }
    for (const { variables } of Object.values(settingRows))
      for (const variable of variables) expect(page).toContain(`Ev ${variable}`)
  })

  it.skipIf(!hasMandoc)('is what mandoc takes for a manual page', () => {
    const { stdout, error } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning'], {
      input: page,
      encoding: 'utf8',
    })
    expect(error).toBeUndefined()
    expect(
      stdout
        .split('\n')
        .filter((line) => !/missing date|Mdocdate/.test(line))
        .join('\n'),
    ).toBe('')
  })

  it.skipIf(!hasMandoc)('shows what was written, with its backslashes and dots', () => {
    const { stdout } = spawnSync('mandoc', ['-T', 'utf8'], { input: page, encoding: 'utf8' })
    // Bold and underlined characters are struck over.
    const shown = stdout.replace(/.\u0008/gu, '')
    expect(shown).toContain('a line that ends in \\ goes on')
    expect(shown).toContain('--prompt TEXT')
  })
})
