/** What is known of a kind of secret by the way it looks. */
interface Shape {
  readonly kind: string
  readonly pattern: RegExp
  /** What looks like one and is not. */
  readonly isOrdinary?: (body: string) => boolean
}

// A word before it makes it the end of a word: "task-list", "risk-free".
const start = '(?<![A-Za-z0-9])'
const shape = (kind: string, body: string, isOrdinary?: Shape['isOrdinary']): Shape => ({
  kind,
  pattern: new RegExp(start + body, 'g'),
  ...(isOrdinary === undefined ? {} : { isOrdinary }),
})

const shapes: readonly Shape[] = [
  {
    kind: 'private-key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  shape('api-key', 'sk-[A-Za-z0-9_-]{16,}', isWords),
  shape('api-key', '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}'),
  shape('github-token', 'gh[oprsu]_[A-Za-z0-9]{20,}'),
  shape('github-token', 'github_pat_[A-Za-z0-9_]{20,}', isWords),
  shape('gitlab-token', 'glpat-[A-Za-z0-9_-]{16,}', isWords),
  shape('slack-token', 'xox[abeoprs]-[A-Za-z0-9-]{10,}', (body) => !/\d{4}|\d[A-Za-z]/.test(body)),
  shape('aws-key', 'A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Za-z0-9])'),
  shape('google-key', 'AIza[A-Za-z0-9_-]{30,}'),
  shape('hugging-face-token', 'hf_[A-Za-z0-9]{20,}'),
  shape('npm-token', 'npm_[A-Za-z0-9]{30,}'),
  shape('web-token', 'eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}'),
]

const bearer = /(?<![A-Za-z0-9])(bearer[ \t]+)([A-Za-z0-9._~+/=-]{12,})/gi
const basic = /(authorization["']?[ \t]*[:=][ \t]*["']?basic[ \t]+)([A-Za-z0-9+/=]{6,})/gi
const inAddress = /(:\/\/[^\s/:@[]{0,100}:)([^\s/@]{1,200})@/g

const names = 'password|passwd|passphrase|pwd|senha|secret|token|api[ _-]?key|access[_-]?key|private[_-]?key'
/** A name, what stands between, and a value in quotation marks or without. */
const assigned = new RegExp(
  `(${names})(["'\`]?[ \\t]{0,8}(?::=|=(?!=)|:)[ \\t]{0,8})(?:"([^"\\n]{1,1000})"|'([^'\\n]{1,1000})'|([^\\s"'\`,;&<>(){}[\\]|]{1,1000})(?=$|[\\s"'\`,;&<>){}\\]|]))`,
  'gi',
)
const option = new RegExp(
  `(--(?:[a-z]+-)*(?:${names})[ \\t]+)([^\\s"'\`,;&<>(){}[\\]|-][^\\s"'\`]{5,1000})`,
  'gi',
)

/**
 * Replaces what looks like a secret by `[REDACTED:kind]`: keys and tokens of known forms, private keys, passwords in
 * addresses, and the values of names such as `password`, `token` or `api_key`. Ordinary words stay. What looks like
 * nothing in particular cannot be seen: it is a net, no promise. Doing it twice changes nothing more.
 */
export function redactSecrets(text: string): string {
  let redacted = text
  for (const { kind, pattern, isOrdinary } of shapes) {
    redacted = redacted.replace(pattern, (found) => (isOrdinary?.(found) === true ? found : mark(kind)))
  }
  return redacted
    .replace(bearer, (found, lead: string, body: string) =>
      /\d/.test(body) ? lead + mark('bearer-token') : found,
    )
    .replace(basic, (_, lead: string) => lead + mark('password'))
    .replace(inAddress, (found, lead: string, body: string) =>
      isReference(body) ? found : `${lead}${mark('password')}@`,
    )
    .replace(assigned, redactAssigned)
    .replace(option, (found, lead: string, body: string) =>
      looksChosen(body) && !isReference(body) ? lead + mark(kindOf(lead)) : found,
    )
}

function redactAssigned(
  found: string,
  name: string,
  between: string,
  double: string | undefined,
  single: string | undefined,
  bare: string | undefined,
): string {
  const value = double ?? single ?? bare ?? ''
  const quote = double === undefined ? (single === undefined ? '' : "'") : '"'
  if (isReference(value)) return found
  // `password=word` sets something; `token: word` and `secret = word` are also how people and programs talk.
  const isSet = quote !== '' || between === '='
  const isSecret = isSet
    ? value.length >= 4 && !namesItself(value)
    : looksChosen(value) || isNumber(name, value)
  return isSecret ? `${name}${between}${quote}${mark(kindOf(name))}${quote}` : found
}

/** Words with dashes between them, not something drawn at random. */
function isWords(body: string): boolean {
  return !body
    .split(/[-_]/)
    .some((run) => run.length >= 20 || (run.length >= 12 && /\d/.test(run) && /[A-Za-z]/.test(run)))
}

/** Letters with digits or signs among them, as nobody writes a sentence. */
function looksChosen(value: string): boolean {
  const body = value.replace(/[.!?:]+$/, '')
  return body.length >= 6 && /\p{L}/u.test(body) && /[\d@#$%^&*!+]/.test(body)
}

function isNumber(name: string, value: string): boolean {
  return /^(?:pass|pwd|senha)/i.test(name) && /^\d{6,}$/.test(value)
}

/** Says where the secret is, or that there is none. */
function isReference(value: string): boolean {
  return (
    /^[$%<{[*.…]/.test(value) ||
    /^(?:null|none|undefined|true|false|process\.env\b.*|os\.environ\b.*|env\..*|x{3,}|\*+|your[-_ ].*|my[-_].*)$/i.test(
      value,
    )
  )
}

/** `password=password`, `token=auth.token`: code that hands it on. */
function namesItself(value: string): boolean {
  return /^[A-Za-z_.]*(?:pass|pwd|senha|secret|token|key)[A-Za-z_.]*$/i.test(value)
}

function kindOf(name: string): string {
  if (/pass|pwd|senha/i.test(name)) return 'password'
  if (/key/i.test(name)) return 'api-key'
  return /secret/i.test(name) ? 'secret' : 'token'
}

function mark(kind: string): string {
  return `[REDACTED:${kind}]`
}
