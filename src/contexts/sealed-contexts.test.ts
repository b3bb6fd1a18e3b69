import { expect, it } from 'vitest'
import { filesWith, sealedHome } from '../store/sealed/sealed-home.suite.ts'
import { putFiles } from './context-world.suite.ts'
import { openContexts } from './open-contexts.ts'

const cwd = '/desk'
const files = {
  '/desk/shop/README.md': '# Shop\n\nThe vermilion till closes at nine.\n',
  '/desk/shop/till.ts': 'export const closesAt = 21\n',
}

it('are sealed as the rest of the home is, and found all the same', async () => {
  const home = sealedHome()
  const { disk } = home
  putFiles(disk, files)
  const contexts = openContexts(home.context(1))
  await contexts.create('shop', ['shop'], { cwd, description: 'of the vermilion shop' })
  await contexts.create('searched', ['shop'], { cwd, mode: 'knowledge' })
  const taken = contexts.import(await contexts.export('shop'), { name: 'afar' })
  const { context: searched } = await contexts.update('afar', { cwd, mode: 'knowledge' })
  expect(taken.sources).toEqual([])
  for (const each of [searched, contexts.read(contexts.find('searched').id)])
    expect(each && contexts.searchable(each).search('vermilion till')[0]?.text).toContain('closes at nine')
  expect(filesWith(disk, 'vermilion')).toEqual([])

  const other = openContexts(home.context(1))
  expect(other.list().contexts.map(({ name }) => name)).toEqual(['afar', 'searched', 'shop'])
  expect(other.read(contexts.find('shop').id)?.files[0]?.content).toContain('vermilion')
})

it('are named and left alone without the key', async () => {
  const home = sealedHome()
  const { disk } = home
  putFiles(disk, files)
  const made = await openContexts(home.context(1)).create('shop', ['shop'], { cwd })
  const before = [...disk.list('/home/chatcli/contexts')]
  const without = openContexts(home.context(undefined))
  expect(without.list()).toMatchObject({
    contexts: [],
    damaged: [{ reason: expect.stringMatching(/key/) as string }],
  })
  expect(() => without.read(made.id)).toThrow(/key/)
  await expect(without.create('other', ['shop'], { cwd })).rejects.toMatchObject({ code: 'key' })
  expect(disk.list('/home/chatcli/contexts')).toEqual(before)
})
