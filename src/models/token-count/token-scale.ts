/** What providers reported, against what was estimated for the same requests; by provider and model. */
export type TokenScale = ReadonlyMap<string, { readonly reported: number; readonly estimated: number }>

export interface TokenReport {
  readonly provider: string
  readonly model: string
  /** Tokens by the estimate, of the whole request: instructions, tools and messages. */
  readonly estimated: number
  /** `inputTokens` of the same request, as the provider reported them. */
  readonly reported: number
}

/** How much an earlier report counts against the present one of the same size. */
const memory = 0.7
/** Beyond these it is not the tokenizer that makes the difference. */
const least = 0.5
const most = 2.5
/** Shorter requests say more about what a provider adds than about its tokenizer. */
const enough = 200

/** The scale with one more report in it. Reports of nothing, and of very short requests, change nothing. */
export function withReport(
  scale: TokenScale,
  { provider, model, estimated, reported }: TokenReport,
): TokenScale {
  if (!(estimated >= enough) || !(reported > 0) || !Number.isFinite(reported)) return scale
  const key = keyOf(provider, model)
  const before = scale.get(key) ?? { reported: 0, estimated: 0 }
  const bounded = Math.min(most * estimated, Math.max(least * estimated, reported))
  const next = {
    reported: before.reported * memory + bounded,
    estimated: before.estimated * memory + estimated,
  }
  return new Map(scale).set(key, next)
}

/** What an estimate is to be multiplied by for this model: from 0.5 to 2.5, and 1 as long as nothing was reported. */
export function scaleFor(
  scale: TokenScale,
  { provider, model }: Pick<TokenReport, 'provider' | 'model'>,
): number {
  const known = scale.get(keyOf(provider, model))
  return known === undefined ? 1 : known.reported / known.estimated
}

function keyOf(provider: string, model: string): string {
  return `${provider}\n${model}`
}
