import { seededRandom } from '../../disk/seeded-random.ts'

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const digits = '0123456789'
const alnum = upper + lower + digits
const hexes = 'abcdef0123456789'

/** Invented bodies of keys; put together here, so that no scanner takes this file for a leak. */
function bodies(seed: number): (length: number, letters?: string) => string {
  const random = seededRandom(seed)
  return (length, letters = alnum) => {
    let body = ''
    for (let i = 0; i < length; i++) body += letters[Math.floor(random() * letters.length)] ?? ''
    // Every rule that wants something drawn at random gets it.
    return letters === alnum ? `7a4${body.slice(3)}` : body
  }
}

/** Examples of each kind of key, by the name of its rule. */
export function secretSamples(seed: number): readonly (readonly [kind: string, secret: string])[] {
  const of = bodies(seed)
  const hex = (length: number): string => of(length, hexes)
  const j = (...parts: readonly string[]): string => parts.join('')
  const web = Buffer.from('{"alg":"none"}').toString('base64url')
  return [
    ['Anthropic key', j('sk-', 'ant-', 'api03-', of(93), 'AA')],
    ['Anthropic key', j('sk-', 'ant-', 'oat01-', of(60))],
    ['OpenRouter key', j('sk-', 'or-', 'v1-', hex(64))],
    ['OpenAI key', j('sk-', 'proj-', of(48), '_', of(40))],
    ['OpenAI key', j('sk-', 'svcacct-', of(48))],
    ['API key', j('sk-', of(48))],
    ['API key', j('sk-', hex(32))],
    ['Hugging Face token', j('hf', '_', of(34))],
    ['Hugging Face token', j('api', '_org_', of(34))],
    ['Groq key', j('gsk', '_', of(52))],
    ['xAI key', j('xai', '-', of(80))],
    ['Perplexity key', j('pplx', '-', of(48))],
    ['Replicate token', j('r8', '_', of(37))],
    ['Fireworks key', j('fw', '_', of(24))],
    ['Together key', j('tgp', '_v1_', of(43))],
    ['Cerebras key', j('csk', '-', of(48, lower + digits))],
    ['NVIDIA key', j('nvapi', '-', of(64))],
    ['Tavily key', j('tvly', '-dev-', of(32))],
    ['LangSmith key', j('lsv2', '_pt_', hex(32), '_', hex(10))],
    ['ElevenLabs key', j('sk', '_', hex(48))],
    ['AWS access key', j('AK', 'IA', of(16, `${upper}234567`))],
    ['AWS access key', j('AS', 'IA', of(16, upper + digits))],
    ['Google API key', j('AI', 'za', of(35))],
    ['Google client secret', j('GOC', 'SPX-', of(28))],
    ['Google access token', j('ya', '29.', of(120))],
    ['Google refresh token', j('1/', '/0', of(60))],
    ['Azure client secret', j(of(3, lower), '8', 'Q~', of(34))],
    ['DigitalOcean token', j('dop', '_v1_', hex(64))],
    ['Alibaba Cloud key', j('LT', 'AI', of(20))],
    ['Tencent Cloud key', j('AK', 'ID', of(32))],
    ['Yandex Cloud key', j('AQ', 'VN', of(38))],
    ['Cloudflare origin key', j('v1', '.0-', hex(24), '-', hex(146))],
    ['Fly.io token', j('fo', '1_', of(43))],
    ['Heroku key', j('HR', 'KU-', of(60))],
    ['Netlify token', j('nf', 'p_', of(36))],
    ['Vercel token', j('vc', 'p_', of(40))],
    ['Supabase key', j('sb', 'p_', hex(40))],
    ['Supabase key', j('sb', '_secret_', of(31))],
    ['PlanetScale token', j('pscale', '_tkn_', of(43))],
    ['Databricks token', j('da', 'pi', hex(32))],
    ['Vault token', j('hv', 's.', of(90))],
    ['Terraform token', j(of(14), '.atlas', 'v1.', of(67))],
    ['Doppler token', j('dp', '.pt.', of(43))],
    ['Pulumi token', j('pu', 'l-', hex(40))],
    ['Tailscale key', j('ts', 'key-', 'auth-', of(17), '-', of(32))],
    ['1Password token', j('ops', '_eyJ', of(300))],
    ['GitHub token', j('gh', 'p_', of(36))],
    ['GitHub token', j('gh', 's_', of(36))],
    ['GitHub token', j('github', '_pat_', of(22), '_', of(59))],
    ['GitLab token', j('gl', 'pat-', of(20))],
    ['GitLab token', j('gl', 'rt-', of(20))],
    ['Bitbucket password', j('AT', 'BB', of(32))],
    ['Atlassian token', j('ATA', 'TT3', of(180))],
    ['npm token', j('np', 'm_', of(36))],
    ['PyPI token', j('py', 'pi-', 'AgE', of(150))],
    ['RubyGems key', j('rubygems', '_', hex(48))],
    ['crates.io token', j('ci', 'o', of(32))],
    ['NuGet key', j('oy', '2', of(43, lower + digits))],
    ['Docker token', j('dckr', '_pat_', of(27))],
    ['CircleCI token', j('CCI', 'PAT_', of(22), '_', hex(40))],
    ['Buildkite token', j('bk', 'ua_', hex(40))],
    ['Sonar token', j('sq', 'p_', hex(40))],
    ['Sentry token', j('sntr', 'yu_', hex(64))],
    ['Grafana token', j('gl', 'sa_', of(32), '_', hex(8))],
    ['New Relic key', j('NR', 'AK-', of(27, upper + digits))],
    ['Dynatrace token', j('dt', '0c01.', of(24, upper + digits), '.', of(64, upper + digits))],
    ['Postman key', j('PM', 'AK-', hex(24), '-', hex(34))],
    ['Prefect key', j('pn', 'u_', of(36))],
    ['Slack token', j('xo', 'xb-', of(12, digits), '-', of(12, digits), '-', of(24))],
    ['Slack token', j('xa', 'pp-', '1-', of(11, upper + digits), '-', of(13, digits), '-', hex(64))],
    [
      'Discord bot token',
      j(Buffer.from('912345678901234567').toString('base64url'), '.', of(6), '.', of(38)),
    ],
    ['Telegram bot token', j(of(10, digits), ':', 'AA', of(33))],
    ['Stripe key', j('sk', '_live_', of(24))],
    ['Stripe key', j('rk', '_test_', of(99))],
    ['Stripe webhook secret', j('wh', 'sec_', of(32))],
    ['Twilio key', j('S', 'K', hex(32))],
    ['SendGrid key', j('S', 'G.', of(22), '.', of(43))],
    ['Mailchimp key', j(hex(32), '-u', 's12')],
    ['Brevo key', j('xkey', 'sib-', hex(64), '-', of(16))],
    ['Resend key', j('r', 'e_', of(8), '_', of(24))],
    ['Shopify token', j('shp', 'at_', hex(32))],
    ['Square token', j('sq', '0atp-', of(22))],
    ['Linear key', j('lin', '_api_', of(40))],
    ['Notion token', j('nt', 'n_', of(46))],
    ['Notion token', j('sec', 'ret_', of(43))],
    ['Airtable token', j('p', 'at', of(14), '.', hex(64))],
    ['Figma token', j('fi', 'gd_', of(40))],
    ['Contentful token', j('CF', 'PAT-', of(43))],
    ['Typeform token', j('tf', 'p_', of(59))],
    ['Firebase server key', j('AA', 'AA', of(7), ':APA', '91b', of(134))],
    ['age key', j('AGE-SECRET', '-KEY-1', of(58, upper + digits))],
    ['web token', j(web, '.', 'eyJ', of(40), '.', of(43))],
  ]
}

/** Secrets that are known by what stands around them. */
export function secretsInContext(
  seed: number,
): readonly (readonly [kind: string, secret: string, text: (secret: string) => string])[] {
  const of = bodies(seed)
  return [
    ['Azure storage key', `${of(86)}==`, (key) => `AccountName=tides;AccountKey=${key};EndpointSuffix=x`],
    ['Azure access key', `${of(43)}=`, (key) => `Endpoint=sb://tides/;SharedAccessKey=${key}`],
    ['Azure signature', `${of(43)}%3D`, (key) => `https://tides.example.com/a?sv=2024&sig=${key}&se=1`],
    ['npm token', of(36), (key) => `//registry.example.com/:_authToken=${key}\n`],
    ['Slack webhook', `T${of(8)}/B${of(8)}/${of(24)}`, (key) => `https://hooks.slack.com/services/${key}`],
    ['Discord webhook', `112233445566778899/${of(68)}`, (key) => `https://discord.com/api/webhooks/${key}`],
    ['Teams webhook', `${of(36)}@${of(36)}`, (key) => `https://tides.webhook.office.com/webhookb2/${key}`],
    ['Zapier webhook', `1234567/${of(7)}`, (key) => `https://hooks.zapier.com/hooks/catch/${key}/`],
    ['Mailgun key', `key-${of(32, hexes)}`, (key) => `curl --user api:${key} https://mail.example.com`],
    ['AWS secret key', of(40, `${alnum}/+`), (key) => `aws_secret_access_key = ${key}\n`],
    ['AWS secret key', of(40), (key) => `{"SecretAccessKey": "${key}"}`],
    ['AWS session token', of(300), (key) => `export AWS_SESSION_TOKEN="${key}"`],
    ['bearer token', of(24), (key) => `Authorization: Bearer ${key}`],
    ['bearer token', of(24), (key) => `-H 'authorization: bearer ${key}'`],
    ['credentials', 'YW5hOm9wZW4=', (key) => `Authorization: Basic ${key}`],
    ['credentials', of(40), (key) => `"Authorization": "token ${key}"`],
    ['password', 't1dal', (key) => `postgres://ana:${key}@db.example.com/notes`],
    ['password', 'p', (key) => `postgres://u:${key}@h/db`],
    ['password', 'open-sesame', (key) => `redis://:${key}@127.0.0.1:6379`],
    ['password', 'p%40ss', (key) => `mongodb+srv://ana:${key}@cluster.example.com`],
    ['password', 'hunter2hunter2', (key) => `DB_PASSWORD=${key}\nDB_HOST=localhost`],
    ['API key', 'f00dfeed01', (key) => `MAPS_API_KEY="${key}"`],
    ['secret', '8f14e45fceea167a', (key) => `export CLIENT_SECRET=${key}`],
    ['token', '99bottles-of', (key) => `HARBOUR_TOKEN='${key}'`],
  ]
}
