import { describe, expect, it } from 'vitest'
import { describeTools } from '../text-tool-calls/describe-tools.ts'
import { readToolCalls } from '../text-tool-calls/read-tool-calls.ts'
import { projectTools } from './project-tools.ts'
import { useWorkingFolder } from './working-folder.suite.ts'

describe('projectTools', () => {
  const folder = useWorkingFolder()

  it('has six tools, whose examples are calls that they understand', () => {
    const tools = projectTools({ cwd: folder.files.root, forbidden: [], environment: {}, platform: 'linux' })
    expect(tools.map(({ name }) => name)).toEqual(['read', 'list', 'grep', 'write', 'edit', 'run'])
    const examples = describeTools(tools)
      .split('\n')
      .filter((line) => line.startsWith('Example: '))
      .flatMap((line) => readToolCalls(line, () => 'id').calls)
    const understood = tools.map((tool, i) => {
      const args = examples[i]?.call.arguments as Record<string, unknown>
      return [examples[i]?.call.name, tool.isReadOnly(args) || tool.needs(args) !== undefined]
    })
    expect(understood).toEqual(tools.map(({ name }) => [name, true]))
  })

  it('asks for permission for whatever it would do but read', () => {
    const tools = projectTools({ cwd: folder.files.root, forbidden: [], environment: {}, platform: 'linux' })
    const args = { path: 'a', content: '', old: 'a', new: 'b', command: 'ls', pattern: 'x' }
    for (const tool of tools) expect(tool.isReadOnly(args)).toBe(tool.needs(args) === undefined)
  })
})
