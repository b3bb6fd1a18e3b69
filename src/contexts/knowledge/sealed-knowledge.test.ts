import { expect, it } from 'vitest'
import { homePaths } from '../../store/home-paths.ts'
import { markSealed } from '../../store/sealed/home-seal.ts'
import { resealHome } from '../../store/sealed/reseal-home.ts'
import { filesWith, keysOf, root, sealedHome } from '../../store/sealed/sealed-home.suite.ts'
import { sealingDisk } from '../../store/sealed/sealing-disk.ts'
import { putFiles } from '../context-world.suite.ts'
import { openKnowledgeBase } from './open-knowledge-base.ts'

const at = Date.UTC(2026, 5, 1)

it('in a sealed home nothing of the index can be read, and a new key changes no answer', async () => {
  const home = sealedHome()
  const { disk } = home
  putFiles(disk, { '/desk/shop/README.md': '# Shop\n\nThe vermilion till closes at nine.\n' })
  const definition = { id: 'kb', name: 'shop', description: '', paths: ['/desk/shop'] }
  const before = openKnowledgeBase(home.context(7), definition)
  await before.refresh()
  expect(before.search('vermilion till')).toHaveLength(1)
  expect(filesWith(disk, 'vermilion')).toEqual([])

  const keys = keysOf(9, 7)
  let names = 0
  const randomName = (): string => `reseal${++names}`.padEnd(16, '0')
  const parts = { home: homePaths(root), keys, now: () => at, randomName }
  markSealed({ disk, ...parts }, { key: keys.current?.id ?? '', also: keys.previous.map(({ id }) => id) })
  const sealed = sealingDisk({ disk, ...parts })
  const target = keys.current ?? 'plain'
  expect([...resealHome({ bare: disk, sealed, home: parts.home, randomName, target }, at)]).not.toEqual([])
  expect(filesWith(disk, 'vermilion')).toEqual([])

  const after = openKnowledgeBase(home.context(9), definition)
  expect(after.search('vermilion till')).toHaveLength(1)
  expect(await after.refresh()).toMatchObject({ same: 1, added: 0, changed: 0 })
  // A process that still has the old key only is told, and takes nothing for damage.
  const old = openKnowledgeBase(home.context(7), definition)
  expect(() => old.search('vermilion till')).toThrow(/key/)
  expect(after.search('vermilion till')).toHaveLength(1)
})
