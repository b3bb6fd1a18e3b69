import { expect, it } from 'vitest'
import { isSameFolder } from './is-same-folder.ts'

it.each([
  ['/srv/p', '/srv/p/', true],
  ['/', '//', true],
  ['D:\\p', 'd:/p/', true],
  ['D:\\Work\\Tides\\', 'd:/work/tides', true],
  ['\\\\nas\\share\\p', '\\\\NAS\\share/p\\', true],
  ['/srv/P', '/srv/p', false],
  ['/srv/a\\b', '/srv/a/b', false],
  ['D:\\p', 'D:\\pp', false],
])('P34: whether %s and %s are one folder: %s', (one, other, expected) => {
  expect(isSameFolder(one, other)).toBe(expected)
})
