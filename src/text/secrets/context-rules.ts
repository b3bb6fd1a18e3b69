import { isPlaceholder, notBehind, type SecretRule } from './secret-rule.ts'

/** What is known for a secret by what stands around it. They come behind those that know more. */
export const contextRules: readonly SecretRule[] = [
  {
    kind: 'web token',
    hints: ['eyJ'],
    pattern: new RegExp(
      `${notBehind('A-Za-z0-9_-')}eyJ[A-Za-z0-9_-]{8,4000}\\.eyJ[A-Za-z0-9_-]{8,8000}\\.[A-Za-z0-9_-]{8,2000}`,
      'g',
    ),
    isReal: () => true,
  },
  {
    kind: 'password',
    hints: ['://'],
    pattern: /:\/\/[^\s/:@"'<>`[\]{}]{0,100}:([^\s/@"'<>`]{1,200})@(?=[A-Za-z0-9[_])/g,
    isReal: (secret) => !isReference(secret),
  },
  {
    kind: 'AWS secret key',
    hints: ['aws_', 'AWS_', 'SecretAccessKey', 'secretAccessKey'],
    pattern:
      /(?:aws_?secret_?(?:access_?)?key|secretaccesskey)["'`]{0,2}[ \t]{0,8}[:=]{1,2}>?[ \t]{0,8}["'`]?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/gi,
    isReal: (secret) => !isPlaceholder(secret),
  },
  {
    kind: 'AWS session token',
    hints: ['aws_', 'AWS_', 'SessionToken', 'sessionToken'],
    pattern:
      /(?:aws_?session_?token|sessiontoken)["'`]{0,2}[ \t]{0,8}[:=]{1,2}>?[ \t]{0,8}["'`]?([A-Za-z0-9/+]{80,2000}={0,2})/gi,
    isReal: (secret) => !isPlaceholder(secret),
  },
  {
    kind: 'bearer token',
    hints: ['earer ', 'EARER '],
    pattern: /(?<![A-Za-z0-9])bearer[ \t]{1,4}([A-Za-z0-9._~+/=-]{12,4000})/gi,
    isReal: (secret) => /\d/.test(secret) && !isPlaceholder(secret) && !isReference(secret),
  },
  {
    kind: 'credentials',
    hints: ['uthorization', 'UTHORIZATION'],
    pattern:
      /authorization["'`]{0,2}[ \t]{0,4}[:=][ \t]{0,4}["'`]?(?:basic|token|apikey)[ \t]{1,4}([A-Za-z0-9._~+/=-]{6,4000})/gi,
    isReal: (secret) => !isPlaceholder(secret) && !isReference(secret),
  },
  assigned('password', 'PASSWORD|PASSWD|PASSPHRASE|PWD'),
  assigned('API key', 'API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|SECRET_?KEY|ENCRYPTION_?KEY'),
  assigned('secret', 'SECRET'),
  assigned('token', 'TOKEN'),
]

/** A variable of an environment, as in a `.env` file: `DB_PASSWORD=…`. */
function assigned(kind: string, words: string): SecretRule {
  // All of it, or nothing: no call is taken for a value by the letters in front of its last one.
  const bare = String.raw`(?=((?:[^\s"'\`;,&|<>(){}[\]\\]|\\(?![nrt"'])){8,2000}))\3(?![([])`
  const value = String.raw`(?:"([^"\n]{8,500})"|'([^'\n]{8,500})'|${bare})`
  return {
    kind,
    hints: words.split('|').flatMap((one) => [one.replaceAll('_?', '_'), one.replaceAll('_?', '')]),
    pattern: new RegExp(`${notBehind('A-Za-z0-9$')}(?:[A-Z][A-Z0-9]{0,40}_){0,6}(?:${words})=${value}`, 'g'),
    isReal: (secret) => looksChosen(secret) && !isPlaceholder(secret) && !isReference(secret),
  }
}

/** Letters with digits or signs among them. */
function looksChosen(value: string): boolean {
  return /\p{L}/u.test(value) && /[\d@#%^&*!+]/.test(value)
}

/** Says where the secret is, or that there is none. */
function isReference(value: string): boolean {
  return /^[=$%<{[(*.…:/~]|^(?:process\.env|os\.environ|env\.|secrets?\.|null|none|undefined|true|false)/i.test(
    value,
  )
}
