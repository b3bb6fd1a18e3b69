import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { englishHelp } from '../text/help-text.ts'
import { parseConfig } from './config-file.ts'
import { resolveSettings, unknownKeys } from './resolve-settings.ts'
import type { SettingRow } from './setting-row.ts'
import { settingNames, settingRows } from './setting-rows.ts'

const doc = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')

it('is what docs/settings.md says', () => {
  const rows = settingNames.map((name) => {
    const row: SettingRow<unknown> = settingRows[name]
    const variables = [...row.variables, ...(row.commonVariables ?? [])].map((variable) => `\`${variable}\``)
    const about = englishHelp.settings[name] + (row.secret === true ? ' (secret)' : '')
    return `| \`${row.key}\` | ${variables.join(', ')} | ${row.byDefault} | ${about} |`
  })
  const table = ['| key | variables | default | meaning |', '| --- | --- | --- | --- |', ...rows]
  expect(doc.match(/^\| key \| variables .*\n(?:\|.*\n)*/m)?.[0]).toBe(`${table.join('\n')}\n`)
})

it('has an example that is understood', async () => {
  const [, toml = ''] = /```toml\n([^]*?)```/.exec(doc) ?? []
  const file = await parseConfig('/home/config.toml', toml)
  expect(unknownKeys(file)).toEqual([])
  const { settings } = resolveSettings({ HOME: '/home/ana' }, file)
  expect(settings).toMatchObject({
    timeoutMs: 120_000,
    prices: { 'my-model': { input: 3, output: 15, cachedInput: 0.3 } },
  })
})
