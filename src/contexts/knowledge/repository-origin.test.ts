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
