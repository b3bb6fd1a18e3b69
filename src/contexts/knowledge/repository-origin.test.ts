import { afterEach, describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { type KnowledgeWorld, knowledgeWorld } from './knowledge-world.suite.ts'
import { repositoryOrigin } from './repository-origin.ts'

const worlds: KnowledgeWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

describe('repositoryOrigin', () => {
  const commit = 'a1'.repeat(20)
  const config =
    '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://ada:secret@example.org/h.git\n\tfetch = x\n'

  it.each([
    [{ '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${commit}\n` }],
    [{ '.git/HEAD': `${commit}\n` }],
    [{ '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': `# pack\n${commit} refs/heads/main\n` }],
  ])('tells address and commit, and no password: %j', (files) => {
    const world = knowledgeWorld({ ...files, '.git/config': config, 'sub/a.md': 'a' })
    worlds.push(world)
    expect(repositoryOrigin(world.context.disk, join(world.folder, 'sub'))).toEqual({
      repoUrl: 'https://example.org/h.git',
      commit,
    })
  })

  it.each([
    ['https://ada:p@ss@example.org/h.git', 'https://example.org/h.git'],
    ['git+ssh://ada:secret@example.org/h@2.git', 'git+ssh://example.org/h@2.git'],
    ['git@example.org:ada/h.git', 'git@example.org:ada/h.git'],
  ])('leaves name and password out of %s', (url, shown) => {
    const other = '[remote "other"]\n\turl = https://example.org/other.git\n'
    const config = `${other}${'\n'.repeat(100_000)}[remote "origin"]\n${'\n'.repeat(100_000)}\turl = ${url}\n`
    const world = knowledgeWorld({ '.git/HEAD': 'x', '.git/config': config })
    worlds.push(world)
    expect(repositoryOrigin(world.context.disk, world.folder).repoUrl).toBe(shown)
  })

  it('tells nothing of a folder that is in none, or of one that says nothing', () => {
    const world = knowledgeWorld({ 'bare/.git/HEAD': 'nonsense' })
    worlds.push(world)
    expect(repositoryOrigin(world.context.disk, world.folder)).toEqual({})
    expect(repositoryOrigin(world.context.disk, join(world.folder, 'bare'))).toEqual({
      repoUrl: undefined,
      commit: undefined,
    })
  })
})
