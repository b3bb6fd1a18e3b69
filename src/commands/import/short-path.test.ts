import { expect, it } from 'vitest'
import { displayWidth } from '../../text/display-width.ts'
import { shortPath } from './short-path.ts'

it('begins at the home folder, and keeps the end of what is too long', () => {
  expect(shortPath('/home/ada/.claude/a.jsonl', '/home/ada', 40)).toBe('~/.claude/a.jsonl')
  expect(shortPath('/home/adam/a.jsonl', '/home/ada', 40)).toBe('/home/adam/a.jsonl')
  expect(shortPath('/home/ada/.claude/projects/weather/a.jsonl', '/home/ada', 16)).toBe('…weather/a.jsonl')
  expect(shortPath('/srv/a', undefined, 40)).toBe('/srv/a')
  expect(displayWidth(shortPath(`/srv/${'天気'.repeat(20)}.json`, undefined, 20))).toBeLessThanOrEqual(20)
})
