/** The keys of well-known providers, also as servers show them, with stars inside; and who is named in an address. */
const keys =
  /\b(?:sk|pk|rk|gsk|xai|hf|or|key)[-_][\w*-]{8,}|\bAIza[\w*-]{16,}|(?<=\bBearer\s+)\S{8,}|(?<=\/\/)[^/?#\s@]{1,200}(?=@)|\b[^/?#\s@:]{1,200}:[^/?#\s@]{1,200}(?=@)/gi

/** Text without what is or looks like a key. */
export function redactKeys(text: string, apiKey?: string): string {
  const own = apiKey !== undefined && apiKey.length > 3 ? text.replaceAll(apiKey, '[key]') : text
  return own.replace(keys, '[key]')
}
