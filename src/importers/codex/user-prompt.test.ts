import { expect, it } from 'vitest'
import { typedInItem, typedPrompt } from './user-prompt.ts'

it('typedPrompt keeps what follows the last heading of an editor', () => {
  expect(
    typedPrompt('# Context\n## My request for Codex:\nfirst\n## My request for Codex:\nRename it\n'),
  ).toBe('Rename it')
  expect(typedPrompt(' plain ')).toBe('plain')
})

it('typedInItem drops injected text and keeps a prompt behind it', () => {
  for (const text of [
    '# AGENTS.md instructions for /home/ada\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>',
    '<environment_context>\n<cwd>/x</cwd>\n</environment_context>',
    '<permissions instructions>ask</permissions instructions>',
    '<environment_context> that never ends',
  ])
    expect(typedInItem(text), text).toBe('')
  expect(typedInItem('<skill name="x">how</skill>\n<environment_context></environment_context>Fix it')).toBe(
    'Fix it',
  )
  expect(typedInItem('What is <skill>?')).toBe('What is <skill>?')
})
