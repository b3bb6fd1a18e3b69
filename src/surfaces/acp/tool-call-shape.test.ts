import { describe, expect, it } from 'vitest'
import { planOf, toolCallShape } from './tool-call-shape.ts'

const call = (name: string, args: unknown) => ({ id: 'c1', name, arguments: args })

describe('toolCallShape', () => {
  it('tells kind, place and change of an edit', () => {
    const shape = toolCallShape(call('edit', { path: 'src/tide.ts', old: 'low', new: 'high' }), '/desk')
    expect(shape.kind).toBe('edit')
    expect(shape.locations).toEqual([{ path: '/desk/src/tide.ts' }])
    expect(shape.content).toEqual([
      { type: 'diff', path: '/desk/src/tide.ts', oldText: 'low', newText: 'high' },
    ])
    expect(shape.title).toBe('edit src/tide.ts · old: low · new: high')
  })

  it('shows what a whole file said before, where it is known', () => {
    const write = call('write', { path: '/desk/a.md', content: 'new' })
    expect(toolCallShape(write, '/desk', 'old').content).toEqual([
      { type: 'diff', path: '/desk/a.md', oldText: 'old', newText: 'new' },
    ])
    expect(toolCallShape(write, '/desk').content).toEqual([
      { type: 'diff', path: '/desk/a.md', newText: 'new' },
    ])
  })

  it('has no place for a command, and none for arguments that make no sense', () => {
    expect(toolCallShape(call('run', { command: 'ls', path: 'x' }), '/desk')).toMatchObject({
      kind: 'execute',
      locations: [],
      content: [],
    })
    expect(toolCallShape(call('edit', '{broken'), '/desk')).toMatchObject({ locations: [], content: [] })
    expect(toolCallShape(call('somebody_elses', undefined), '/desk').kind).toBe('other')
  })

  it('knows the tools of other programs, and the line that is read', () => {
    expect(toolCallShape(call('Read', { file_path: '/desk/a.ts', line: 7 }), '/')).toMatchObject({
      kind: 'read',
      locations: [{ path: '/desk/a.ts', line: 7 }],
    })
    expect(toolCallShape(call('Bash', { command: 'ls' }), '/').kind).toBe('execute')
  })
})

describe('planOf', () => {
  it('reads the plans that other tools write', () => {
    const todos = [
      { content: 'Measure', status: 'completed', priority: 'high' },
      { content: 'Build', status: 'someday' },
      'no step',
    ]
    expect(planOf(call('TodoWrite', { todos }))).toEqual([
      { content: 'Measure', status: 'completed', priority: 'high' },
      { content: 'Build', status: 'pending', priority: 'medium' },
    ])
    expect(planOf(call('update_plan', { plan: [{ step: 'Go', status: 'in_progress' }] }))).toEqual([
      { content: 'Go', status: 'in_progress', priority: 'medium' },
    ])
    expect(planOf(call('read', { todos }))).toBeUndefined()
    expect(planOf(call('TodoWrite', {}))).toBeUndefined()
  })
})
