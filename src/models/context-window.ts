import { contextWindowByDefault, knownContextWindows } from './context-window-table.ts'
import type { ProviderName } from './providers.ts'

export interface ContextWindow {
  /** Tokens of a request and its answer together. */
  readonly tokens: number
  /** How it is known: the person said it, the provider lists it, a table has it, or it is a guess on the safe side. */
  readonly from: 'person' | 'provider' | 'table' | 'default'
}

export interface ContextWindowOptions {
  /** CHATCLI_CONTEXT_WINDOW, tokens. */
  readonly own?: number | undefined
  /** What the provider says, see `listedContextWindow`. */
  readonly listed?: number | undefined
}

/** How many tokens a model takes. A model of one's own server is not looked up: what it was started with decides. */
export function contextWindowOf(
  provider: ProviderName,
  model: string,
  { own, listed }: ContextWindowOptions = {},
): ContextWindow {
  if (isWindow(own)) return { tokens: own, from: 'person' }
  if (isWindow(listed)) return { tokens: listed, from: 'provider' }
  const known = provider === 'ollama' || provider === 'openai-compatible' ? undefined : inTable(model)
  if (known !== undefined) return { tokens: known, from: 'table' }
  return { tokens: contextWindowByDefault[provider], from: 'default' }
}

function inTable(model: string): number | undefined {
  const bare = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  const beginnings = Object.keys(knownContextWindows).filter((beginning) => bare.startsWith(beginning))
  const [longest] = beginnings.sort((a, b) => b.length - a.length)
  return longest === undefined ? undefined : knownContextWindows[longest]
}

function isWindow(tokens: number | undefined): tokens is number {
  return tokens !== undefined && Number.isFinite(tokens) && tokens >= 1
}
