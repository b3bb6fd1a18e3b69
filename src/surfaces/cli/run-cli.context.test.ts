import { describe, expect, it } from 'vitest'
import { putFiles } from '../../contexts/context-world.suite.ts'
import { cliHarness, type CliHarness } from './cli-harness.suite.ts'

function harness(): CliHarness {
  const cli = cliHarness()
  putFiles(cli.disk, {
    '/desk/shop/README.md': '# Shop\n\nThe till closes at nine.\n',
    '/desk/shop/till.ts': 'export const closesAt = 21\n',
  })
  return cli
}

async function json(cli: CliHarness, ...argv: readonly string[]): Promise<Record<string, unknown>> {
  const run = await cli.run('context', ...argv, '--json')
  expect(run, argv.join(' ')).toMatchObject({ code: 0, err: '' })
  return JSON.parse(run.out) as Record<string, unknown>
}

describe('chatcli context', () => {
  it('has a document for each verb, as docs/json.md says', async () => {
    const cli = harness()
    const made = await json(cli, 'create', 'shop', 'shop', '-d', 'The shop', '-t', 'till,go')
    const facts = {
      name: 'shop',
      description: 'The shop',
      tags: ['till', 'go'],
      mode: 'full',
      sources: ['/desk/shop'],
      files: 2,
      skipped: {},
    }
    expect(made).toMatchObject({ schemaVersion: 1, ...facts, replaced: false })
    const { id } = made
    expect(await json(cli, 'list')).toMatchObject({ contexts: [{ id, ...facts }], damaged: [] })
    expect(await json(cli, 'show', 'SHOP')).toMatchObject({
      id,
      attachedTo: [],
      fileList: [{ path: 'README.md' }, { path: 'till.ts' }],
    })
    const attached = { contextId: id, name: 'shop', priority: 3, chunks: [1], retrieve: null, full: false }
    expect(
      await json(cli, 'attach', 'shop', '--session', 'tide-notes', '-p', '3', '-c', '1', '-c', '1'),
    ).toMatchObject({
      session: 'tide-notes',
      automatic: false,
      ...attached,
      delivery: 'chunks',
      isThere: true,
    })
    expect(await json(cli, 'attached', '--session', 'tide-notes')).toMatchObject({ attachments: [attached] })
    expect(await json(cli, 'show', 'shop')).toMatchObject({ attachedTo: ['tide-notes'] })
    expect(await json(cli, 'inspect', 'shop')).toMatchObject({
      id,
      kinds: [{ kind: '.md' }, { kind: '.ts' }],
      chunks: [{ number: 1, files: ['README.md', 'till.ts'] }],
    })
    expect(await json(cli, 'inspect', 'shop', 'till.ts')).toMatchObject({
      text: 'export const closesAt = 21\n',
    })
    expect(await json(cli, 'update', 'shop')).toMatchObject({ added: 0, changed: 0, removed: 0, missing: [] })
    expect(await json(cli, 'metrics')).toMatchObject({
      contexts: 1,
      attached: 1,
      sessions: 1,
      byMode: { full: 1 },
    })
    expect(await json(cli, 'export', 'shop', 'out.json')).toMatchObject({
      path: '/desk/out.json',
      text: null,
    })
    expect(await json(cli, 'import', 'out.json', '--as', 'other')).toMatchObject({
      name: 'other',
      sources: [],
    })
    expect(await json(cli, 'merge', 'both', 'shop', 'other')).toMatchObject({ mergedFrom: ['shop', 'other'] })
    expect(await json(cli, 'detach', 'shop', '--session', 'tide-notes')).toMatchObject({ contextId: id })
    expect(await json(cli, 'delete', 'shop', '--yes')).toMatchObject({ id, deleted: true, attachedTo: [] })
    const lines = await cli.run('context', 'ls', '--ndjson')
    expect(
      lines.out
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { name: string }).name),
    ).toEqual(['both', 'other'])
  })

  it.each([
    [['attach', 'shop'], 2, 'Which session? Give --session NAME.'],
    [['attach', 'shop', '--session', 'nowhere'], 3, 'There is no session "nowhere"'],
    [['delete', 'shop'], 8, 'is not deleted without being asked for'],
    [['show', 'shp'], 3, 'There is no context "shp"'],
    [['export', 'shop', 'shop/README.md'], 6, 'exists already'],
  ])('%j ends with %i', async (argv, code, problem) => {
    const cli = harness()
    await cli.run('context', 'create', 'shop', 'shop')
    const run = await cli.run('context', ...argv)
    expect(run.code).toBe(code)
    expect(run.err).toContain(problem)
  })

  it('completes verbs, names and modes', async () => {
    const cli = harness()
    await cli.run('context', 'create', 'house rules', 'shop')
    const words = async (...line: readonly string[]): Promise<readonly string[]> => {
      const { out } = await cli.run('__complete', ...line)
      return out.split('\n').map((each) => each.split('\t')[0] ?? '')
    }
    expect(await words('context', 'att')).toEqual(['attach', 'attached', ''])
    expect(await words('context', 'show', '')).toEqual(['house rules', ''])
    expect(await words('context', 'create', 'x', '--mode', 's')).toEqual(['summary', 'smart', ''])
    expect(await words('context', 'attach', 'x', '--session', 't')).toEqual(['tide-notes', ''])
  })

  it('shows how far a large folder is, at a terminal, and takes the line away', async () => {
    const shown: string[] = []
    let at = 0
    const cli = cliHarness({ showProgress: (line) => shown.push(line), now: () => (at += 100) })
    putFiles(
      cli.disk,
      Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`/desk/many/${i}.md`, `note ${i}`])),
    )
    await cli.run('context', 'create', 'many', 'many')
    expect(shown.some((line) => /^reading files … \d+ of 300 \(/.test(line))).toBe(true)
    expect(shown.at(-1)).toBe('')
  })
})
