import fc from 'fast-check'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { parseConfig } from './config-file.ts'
import { editConfig } from './edit-config.ts'
import { settingNames, settingRows } from './setting-rows.ts'
import type { SettingRow } from './setting-row.ts'
import { tomlOf } from './toml-of.ts'

const path = '/home/config.toml'

async function edit(text: string, key: string, toml?: string): Promise<string> {
  return editConfig(await parseConfig(path, text), key, toml)
}

describe('editConfig', () => {
  it.each([
    ['an empty file', '', 'model = "b"\n'],
    ['its line', 'model = "a"\n', 'model = "b"\n'],
    ['its line without an end', 'mode = "chat"\nmodel = "a"', 'mode = "chat"\nmodel = "b"'],
    ['a comment behind it', 'model = "a"   # the good one\n', 'model = "b"   # the good one\n'],
    ['a # in the value', 'model = "a#1" # not "a#2"\n', 'model = "b" # not "a#2"\n'],
    ['odd spaces and quotes', '  "model"=  \'a\'\t\n', '  "model"=  "b"\t\n'],
    ['several lines', 'model = """\na\n"""\nmode = "chat"\n', 'model = "b"\nmode = "chat"\n'],
    [
      'lines of Windows',
      '# x\r\nmodel = "a"\r\nmode = "chat"\r\n',
      '# x\r\nmodel = "b"\r\nmode = "chat"\r\n',
    ],
    ['a new key of Windows', 'mode = "chat"\r\n', 'mode = "chat"\r\nmodel = "b"\r\n'],
    ['a byte order mark', '\ufeffmodel = "a"\n', '\ufeffmodel = "b"\n'],
    ['a new key', '# mine\nmode = "chat"\n', '# mine\nmode = "chat"\nmodel = "b"\n'],
    ['a new key without an end', 'mode = "chat"', 'mode = "chat"\nmodel = "b"\n'],
    ['comments only', '# mine\n', '# mine\nmodel = "b"\n'],
    [
      'a table behind',
      'mode = "chat"\n\n# what it costs\n[prices.a]\ninput = 1\n',
      'mode = "chat"\nmodel = "b"\n\n# what it costs\n[prices.a]\ninput = 1\n',
    ],
    ['a table only', '[prices.a]\ninput = 1\n', 'model = "b"\n\n[prices.a]\ninput = 1\n'],
    ['the same key in a table', '[other]\nmodel = "mine"\n', 'model = "b"\n\n[other]\nmodel = "mine"\n'],
    [
      'what looks like the key or a table',
      'text = """\nmodel = "no"\n[no]\n"""\nrows = [\n[1],\n]\nmodel = "a"\n',
      'text = """\nmodel = "no"\n[no]\n"""\nrows = [\n[1],\n]\nmodel = "b"\n',
    ],
  ])('sets a value: %s', async (_, before, after) => {
    expect(await edit(before, 'model', '"b"')).toBe(after)
  })

  it.each([
    ['# mine\nmodel = "a" # so\nmode = "chat"\n', '# mine\nmode = "chat"\n'],
    ['model = """\na\n"""\nmode = "chat"', 'mode = "chat"'],
    ['mode = "chat"\nmodel = "a"', 'mode = "chat"\n'],
  ])('takes a key out: %j', async (before, after) => {
    expect(await edit(before, 'model')).toBe(after)
  })

  it('takes out keys with any letters', async () => {
    expect(await edit('"tür.a" = 1\nmode = "chat"\n', 'tür.a')).toBe('mode = "chat"\n')
  })

  it.each([
    ['a key written otherwise', '"mod\\u0065l" = "a"\n'],
    ['a table of that name', '[model]\nname = "a"\n'],
    ['a dotted key', 'model.name = "a"\n'],
    ['comments inside of the value', 'model = [ # one\n"a", # two\n]\n'],
  ])('refuses what would touch something else: %s', async (_, text) => {
    await expect(edit(text, 'model', '"b"')).rejects.toMatchObject({
      code: 'refused',
      hint: `Edit it by hand: ${path}`,
    })
  })

  it('makes the first file', async () => {
    expect(await editConfig(undefined, 'model', '"b"')).toBe('model = "b"\n')
  })

  it('sets any key of any file to any value, and changes nothing else', async () => {
    const rows: readonly SettingRow<unknown>[] = settingNames.map((name) => settingRows[name])
    const texts = rows.filter(({ form, choices }) => form === 'text' && choices === undefined)
    const line = fc.oneof(
      fc.constantFrom(
        '',
        '# a = "#"',
        '  # [b]',
        'hidden-sources = [\n  "a",\n  "b",\n]',
        'max-steps = 3 # few',
      ),
      fc
        .tuple(fc.constantFrom(...texts), fc.string({ unit: 'grapheme' }))
        .map(([row, value]) => `${row.key} = ${tomlOf(row, value)}`),
    )
    const table = fc.constantFrom('', '[prices.a]\ninput = 1\noutput = 2', '# why\n[[x]]\nmodel = "#"\n[[x]]')
    const file = fc
      .tuple(fc.array(line, { maxLength: 6 }), table, fc.constantFrom('\n', '\r\n', ''))
      .map(([lines, last, end]) => [...lines, last].join('\n') + end)
      .filter((text) => valuesOf(text) !== undefined)
    await fc.assert(
      fc.asyncProperty(file, fc.constantFrom(...texts), fc.string(), async (text, row, value) => {
        const { [row.key]: _, ...others } = valuesOf(text) ?? {}
        const after = await edit(text, row.key, tomlOf(row, value))
        expect(valuesOf(after)).toEqual({ ...others, [row.key]: value })
        const comments = (of: string): string[] => of.match(/# .*|#$/g) ?? []
        if (!value.includes('#'))
          expect(comments(after)).toEqual(expect.arrayContaining(text.match(/^# .*$/gm) ?? []))
        expect(valuesOf(await edit(after, row.key))).toEqual(others)
      }),
      { numRuns: 200 },
    )
  })
})

function valuesOf(toml: string): Record<string, unknown> | undefined {
  try {
    return { ...parse(toml) }
  } catch {
    return undefined
  }
}
