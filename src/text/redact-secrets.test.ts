import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'

// Put together here, so that no scanner takes this file for a leak. All of them are made up.
const a24 = 'Zk3Qw8Rt5Yu2Io7Pa4Sd9Fg1'
const a36 = `${a24}Hj6Kl0Zx3Cv8`
const p = (prefix: string, body: string): string => prefix + body

const secrets: readonly (readonly [text: string, secret: string, kind: string])[] = [
  [`my key is ${p('sk-', a24)}`, a24, 'api-key'],
  [`${p('sk-', 'proj-')}${a36}_${a24}`, a36, 'api-key'],
  [`use ${p('sk-', 'ant-api03-')}${a36}-AA please`, a36, 'api-key'],
  [`"${p('sk-', 'or-v1-')}0a1b2c3d4e5f60718293a4b5c6d7e8f9"`, '0a1b2c3d4e5f', 'api-key'],
  [`OPENAI_API_KEY=${p('sk-', a24)}`, a24, 'api-key'],
  [`(${p('sk-', '1234567890abcdef')})`, '1234567890abcdef', 'api-key'],
  [`old ${p('sk-', 'abcdefghijklmnopqrstuvwx')} key`, 'abcdefghijklmnopqrstuvwx', 'api-key'],
  [p('sk_live_', a24), a24, 'api-key'],
  [`stripe ${p('rk_test_', a24)}.`, a24, 'api-key'],
  [p('ghp_', a36), a36, 'github-token'],
  [`git clone https://${p('ghp_', a36)}@example.com/x`, a36, 'github-token'],
  [`token ${p('gho_', a36)}, yes`, a36, 'github-token'],
  [p('ghs_', a36), a36, 'github-token'],
  [p('ghu_', a36), a36, 'github-token'],
  [`set ${p('github_pat_', `11ABCDEFG0${a24}_${a36}`)}`, a24, 'github-token'],
  [`curl -H "PRIVATE-TOKEN: ${p('glpat-', a24)}"`, a24, 'gitlab-token'],
  [p('xoxb-', `123456789012-${a24}`), a24, 'slack-token'],
  [`slack: ${p('xoxp-', `9876543210-1122334455-${a24}`)}`, a24, 'slack-token'],
  [p('AKIA', 'Q3EXAMPLE7KEY5ZZ'), 'Q3EXAMPLE7KEY5ZZ', 'aws-key'],
  [`id ${p('ASIA', 'Q3EXAMPLE7KEY5ZZ')};`, 'Q3EXAMPLE7KEY5ZZ', 'aws-key'],
  [`maps ${p('AIza', `Sy${a36.slice(0, 33)}`)}`, a36.slice(0, 33), 'google-key'],
  [p('hf_', `${a24}abcdefgh`), a24, 'hugging-face-token'],
  [p('npm_', a36), a36, 'npm-token'],
  [`Authorization: Bearer ${a24}`, a24, 'bearer-token'],
  [`-H 'authorization: bearer abc.def-123456'`, 'abc.def-123456', 'bearer-token'],
  [`Bearer\t${a36}==`, a36, 'bearer-token'],
  ['Authorization: Basic YW5hOm9wZW4=', 'YW5hOm9wZW4=', 'password'],
  [p('eyJ', `hbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.${a24}`), a24, 'web-token'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nAB12\n-----END RSA PRIVATE KEY-----', 'MIIEow', 'private-key'],
  ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n', 'b3BlbnNz', 'private-key'],
  ['-----BEGIN PRIVATE KEY-----\\nMIIEvQ\\n-----END PRIVATE KEY----- and so on', 'MIIEvQ', 'private-key'],
  ['-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQOY\n-----END PGP PRIVATE KEY BLOCK-----', 'lQOY', 'private-key'],
  ['-----BEGIN EC PRIVATE KEY-----\r\nMHcC\r\n-----END EC PRIVATE KEY-----', 'MHcC', 'private-key'],
  ['postgres://ana:t1dal@db.example.com/notes', 't1dal', 'password'],
  ['redis://:open-sesame@127.0.0.1:6379', 'open-sesame', 'password'],
  ['https://ana:p%40ss@example.com', 'p%40ss', 'password'],
  ['password=hunter2', 'hunter2', 'password'],
  ['password: hunter2', 'hunter2', 'password'],
  ['the password is set: PASSWORD=correcthorse ./run', 'correcthorse', 'password'],
  ['DB_PASSWORD=tide-and-stone', 'tide-and-stone', 'password'],
  ['"password": "correct horse battery"', 'correct horse battery', 'password'],
  ["'passwd': 'seagull'", 'seagull', 'password'],
  ['password = Tr0ub4dor&3', 'Tr0ub4dor', 'password'],
  ['password: 20240314', '20240314', 'password'],
  ['passphrase="long and winding"', 'long and winding', 'password'],
  ['senha=maresia', 'maresia', 'password'],
  ['senha: maré2024', 'maré2024', 'password'],
  ['pwd=s3agull', 's3agull', 'password'],
  ['mysql --password hunter2x', 'hunter2x', 'password'],
  ['secret=abcdef', 'abcdef', 'secret'],
  ['client_secret: 8f14e45fceea167a', '8f14e45fceea167a', 'secret'],
  ['clientSecret := "wave-break"', 'wave-break', 'secret'],
  ['token=abcd', 'abcd', 'token'],
  ['access_token: ya29xK3', 'ya29xK3', 'token'],
  ['{"accessToken":"tidepool"}', 'tidepool', 'token'],
  ['tool --auth-token 99bottles', '99bottles', 'token'],
  ['api_key=abcd1234', 'abcd1234', 'api-key'],
  ['apikey: 0123abcd', '0123abcd', 'api-key'],
  ['X-Api-Key: f00dfeed01', 'f00dfeed01', 'api-key'],
  ['api key: f00dfeed01', 'f00dfeed01', 'api-key'],
  ['?q=tide&api_key=sea7&page=2', 'sea7', 'api-key'],
  ['aws_secret_access_key = wJalrXUt7nFEMI/K7MDENG', 'wJalrXUt7nFEMI', 'api-key'],
]

const ordinary: readonly string[] = [
  'task-list',
  'a risk-free disk-space desk-side mask-making kiosk-mode plan',
  'sk-ip the rest',
  'sk-learn-pipelines-for-text-classification',
  'the sk-prefix of a key',
  'use sk-... as the key',
  'sk-your-key-goes-here',
  'task-1234567890abcdef1234',
  'disk-usage-report-2024-03-14',
  'ghp_ is how they begin',
  'ghp_short',
  'github_pat_ and what follows',
  'my_github_pat_is_in_the_safe_somewhere',
  'glpat-something',
  'xoxb- tokens of bots',
  'xoxo-hugs-and-kisses',
  'hf_transfer and hf_hub_download',
  'AKIA is a prefix',
  'AKIAlongerwordsthatarelower',
  'AIza keys of Google',
  'the bearer of bad news',
  'Bearer tokens are described in the RFC',
  'Bearer authentication-and-authorization',
  'bearer-token',
  'npm_config_registry and npm_lifecycle_event_of_the_script',
  'eyJ is base64 of {"',
  '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----',
  'http://localhost:3000/@scope/name',
  'git@example.com:ana/notes.git',
  'https://example.com/a:b@c',
  'mail ana@example.com: yes',
  'postgres://ana:$PGPASSWORD@db/notes',
  'password: must be long and hard to guess',
  'The secret: patience.',
  'token: the smallest unit of text',
  'password reset does not work',
  'forgot my password again',
  'max_tokens=4096',
  'tokens: 123456 in, 20 out',
  'tokenizer=wordpiece',
  'secretary: Ana, room b2',
  'if (token === expected) return',
  'if token == other_token2: pass',
  'login(user=user, password=password)',
  'connect(token=self.auth_token)',
  'secret=settings.SECRET_KEY',
  'api_key=os.environ["OPENAI_API_KEY"]',
  'apiKey: process.env.OPENAI_API_KEY',
  'password=$DB_PASSWORD',
  'token: ${{ secrets.TOKEN1 }}',
  'token=<your-token-1>',
  'password = get_password(user1)',
  'password: null',
  'secret: "yes"',
  'use --token to log in',
  'the --password option was removed',
  'what is an API key: a string that names you',
  'rename api-key to api-token',
  'a public key: where does it go?',
  'monkey: 12 bananas7x',
  'pwd && ls',
]

describe('redactSecrets', () => {
  it('has tables of sixty and more', () => {
    expect(secrets.length).toBeGreaterThanOrEqual(60)
    expect(ordinary.length).toBeGreaterThanOrEqual(60)
  })

  it.each(secrets)('takes the secret out of: %s', (text, secret, kind) => {
    const redacted = redactSecrets(text)
    expect(redacted).not.toContain(secret)
    expect(redacted).toContain(`[REDACTED:${kind}]`)
  })

  it.each(ordinary)('leaves alone: %s', (text) => {
    expect(redactSecrets(text)).toBe(text)
  })

  it('keeps what stands around a secret', () => {
    expect(redactSecrets(`curl -H "Authorization: Bearer ${a24}" https://example.com/notes`)).toBe(
      'curl -H "Authorization: Bearer [REDACTED:bearer-token]" https://example.com/notes',
    )
    expect(redactSecrets('{"user":"ana","password":"sea gull","page":2}')).toBe(
      '{"user":"ana","password":"[REDACTED:password]","page":2}',
    )
  })

  it('changes nothing the second time', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...secrets.map(([text]) => text),
        ...ordinary,
        ' ',
        '\n',
        '=',
        ': ',
        '"',
        'token',
        '://a:',
      ),
      fc.string({ maxLength: 12 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = redactSecrets(pieces.join(''))
        expect(redactSecrets(once)).toBe(once)
      }),
      { seed: 5, numRuns: 500 },
    )
  })
})
