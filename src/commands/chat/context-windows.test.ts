import { expect, it } from 'vitest'
import type { ModelChoice } from '../../models/model-choice.ts'
import { contextWindows } from './context-windows.ts'

const choice: ModelChoice = {
  provider: 'ollama',
  model: 'tern',
  toolCalls: 'auto',
  stallMs: 1,
  timeoutMs: 1,
  retries: 0,
}

it('a provider is asked once, and only when a request may come near', async () => {
  let asked = 0
  const windowOf = contextWindows({ own: undefined, listed: () => Promise.resolve(++asked * 40_000) })
  expect(await windowOf(choice, 'tern', 100)).toBe(8192)
  expect(asked).toBe(0)
  expect(await windowOf(choice, 'tern', 6000)).toBe(40_000)
  expect(await windowOf(choice, 'tern', 7000)).toBe(40_000)
  expect(await windowOf(choice, 'gull', 7000)).toBe(80_000)
})

it('what the person says holds, and what a provider does not say is guessed', async () => {
  const silent = { listed: () => Promise.resolve(undefined) }
  expect(await contextWindows({ own: 5000, ...silent })(choice, 'tern', 9000)).toBe(5000)
  expect(await contextWindows({ own: undefined, ...silent })(choice, 'tern', 9000)).toBe(8192)
})
