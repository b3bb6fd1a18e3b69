/** How a kind of secret looks. */
export interface SecretRule {
  /** What it is, in the words of the placeholder. */
  readonly kind: string
  /** A text without any of these has none: they are looked for first, since that is quick. */
  readonly hints: readonly string[]
  /** Global. The first group, where there is one, is the secret; what stands before it stays. */
  readonly pattern: RegExp
  /** Of what looks like one: whether it is. */
  readonly isReal: (secret: string) => boolean
}

export interface SecretRuleMore {
  /** What must not stand before it; letters and digits, when not given. */
  readonly before?: string
  /** What must not stand behind it; nothing, when not given. */
  readonly after?: string
  readonly isReal?: (secret: string) => boolean
}

/**
 * A rule for keys that begin with a word of their own.
 *
 * @param body a regular expression; its repetitions have classes that cannot be confused, so that it takes linear time
 */
export function secretRule(
  kind: string,
  hints: readonly string[],
  body: string,
  { before = 'A-Za-z0-9', after = '', isReal = () => true }: SecretRuleMore = {},
): SecretRule {
  const ahead = after === '' ? '' : `(?![${after}])`
  const pattern = new RegExp(`${notBehind(before)}${body}${ahead}`, 'g')
  return { kind, hints, pattern, isReal: (secret) => !isPlaceholder(secret) && isReal(secret) }
}

/**
 * Part of a pattern: none of these letters stands before it, but for the end of an escape, such as the `n` of a line end in
 * a text of JSON, or the digits of one in an address.
 *
 * @param letters of a class, as in `[…]`
 */
export function notBehind(letters: string): string {
  return letters === '' ? '' : `(?:(?<![${letters}])|(?<=\\\\[bfnrt]|\\\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2}))`
}

/** Stands for a secret in a manual: `sk-xxxxxxxx`, `ghp_YOUR_TOKEN_HERE`. */
export function isPlaceholder(secret: string): boolean {
  return /x{6}|\*{3}|\.{3}|0{12}|your|placeholder|change[-_]?me|redacted|insert|[-_](?:here|goes)\b/i.test(
    secret,
  )
}

/** Drawn at random, as no word and no name in code is. */
export function isRandom(secret: string): boolean {
  const digits = secret.replace(/\D/g, '').length
  return digits >= 2 && /[A-Za-z]/.test(secret)
}
