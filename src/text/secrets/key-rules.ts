import { isRandom, secretRule, type SecretRule } from './secret-rule.ts'

const word = 'A-Za-z0-9'
const name = 'A-Za-z0-9_-'

/** Keys of models and of what is built around them. */
const ofModels: readonly SecretRule[] = [
  secretRule('Anthropic key', ['sk-ant-'], 'sk-ant-[a-z]{2,10}[0-9]{0,3}-[A-Za-z0-9_-]{16,300}'),
  secretRule('OpenRouter key', ['sk-or-'], 'sk-or-(?:v[0-9]-)?[A-Za-z0-9]{32,128}'),
  secretRule(
    'OpenAI key',
    ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'],
    'sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,300}',
  ),
  // What many providers give out, each without a sign of its own.
  secretRule('API key', ['sk-'], 'sk-[A-Za-z0-9]{20,200}', { after: name, isReal: isRandom }),
  secretRule('Hugging Face token', ['hf_'], 'hf_[A-Za-z0-9]{30,64}', { after: name }),
  secretRule('Hugging Face token', ['api_org_'], 'api_org_[A-Za-z0-9]{30,64}', { after: name }),
  secretRule('Groq key', ['gsk_'], 'gsk_[A-Za-z0-9]{48,60}', { after: name }),
  secretRule('xAI key', ['xai-'], 'xai-[A-Za-z0-9]{60,100}', { after: name }),
  secretRule('Perplexity key', ['pplx-'], 'pplx-[A-Za-z0-9]{40,64}', { after: name }),
  secretRule('Replicate token', ['r8_'], 'r8_[A-Za-z0-9]{37,40}', { after: name }),
  secretRule('Fireworks key', ['fw_'], 'fw_[A-Za-z0-9]{22,24}', { after: name, isReal: isRandom }),
  secretRule('Together key', ['tgp_v1_'], 'tgp_v1_[A-Za-z0-9_-]{40,64}'),
  secretRule('Cerebras key', ['csk-'], 'csk-[a-z0-9]{40,64}', { after: name }),
  secretRule('NVIDIA key', ['nvapi-'], 'nvapi-[A-Za-z0-9_-]{60,80}'),
  secretRule('Tavily key', ['tvly-'], 'tvly-(?:dev-|prod-)?[A-Za-z0-9]{20,64}', { after: word }),
  secretRule('LangSmith key', ['lsv2_'], 'lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}', { after: word }),
  secretRule('ElevenLabs key', ['sk_'], 'sk_[0-9a-f]{48}', { after: name }),
]

/** Keys of clouds and of what runs there. */
const ofClouds: readonly SecretRule[] = [
  secretRule('AWS access key', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], 'A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}', {
    after: word,
  }),
  secretRule('Google API key', ['AIza'], 'AIza[A-Za-z0-9_-]{35}', { after: name }),
  secretRule('Google client secret', ['GOCSPX-'], 'GOCSPX-[A-Za-z0-9_-]{20,64}'),
  secretRule('Google access token', ['ya29.'], 'ya29\\.[A-Za-z0-9_-]{20,1000}'),
  secretRule('Google refresh token', ['1//0'], '1//0[A-Za-z0-9_-]{40,200}'),
  secretRule('Azure client secret', ['8Q~'], '[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}', {
    before: 'A-Za-z0-9_~.-',
  }),
  secretRule('Azure storage key', ['AccountKey='], 'AccountKey=([A-Za-z0-9+/]{86}==)'),
  secretRule('Azure access key', ['SharedAccessKey='], 'SharedAccessKey=([A-Za-z0-9+/]{43}=)'),
  secretRule('Azure signature', ['sig='], '[?&]sig=([A-Za-z0-9%+/]{40,120}(?:=|%3D)?)', { before: '' }),
  secretRule('DigitalOcean token', ['_v1_'], 'do[opr]_v1_[0-9a-f]{64}', { after: word }),
  secretRule('Alibaba Cloud key', ['LTAI'], 'LTAI[A-Za-z0-9]{12,24}', { after: name, isReal: isRandom }),
  secretRule('Tencent Cloud key', ['AKID'], 'AKID[A-Za-z0-9]{32}', { after: name }),
  secretRule('Yandex Cloud key', ['AQVN'], 'AQVN[A-Za-z0-9_-]{35,40}', { after: name }),
  secretRule('Cloudflare origin key', ['v1.0-'], 'v1\\.0-[0-9a-f]{24}-[0-9a-f]{146}', { after: word }),
  secretRule('Fly.io token', ['fm1_', 'fm2_', 'fo1_'], 'f(?:m[12]|o1)_[A-Za-z0-9_+/=-]{40,2000}'),
  secretRule('Heroku key', ['HRKU-'], 'HRKU-[A-Za-z0-9_-]{36,64}'),
  secretRule('Netlify token', ['nfp_'], 'nfp_[A-Za-z0-9]{36,40}', { after: name }),
  secretRule('Vercel token', ['vcp_', 'vck_', 'vci_', 'vca_', 'vcr_'], 'vc[pkiar]_[A-Za-z0-9]{24,64}', {
    after: name,
    isReal: isRandom,
  }),
  secretRule('Supabase key', ['sbp_', 'sb_secret_'], '(?:sbp_[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{20,60})'),
  secretRule('PlanetScale token', ['pscale_'], 'pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}'),
  secretRule('Databricks token', ['dapi'], 'dapi[0-9a-f]{32}(?:-[0-9])?', { after: word }),
  secretRule('Vault token', ['hvs.', 'hvb.', 'hvr.'], 'hv[sbr]\\.[A-Za-z0-9_-]{24,300}'),
  secretRule('Terraform token', ['.atlasv1.'], '[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,70}'),
  secretRule(
    'Doppler token',
    ['dp.'],
    'dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}',
  ),
  secretRule('Pulumi token', ['pul-'], 'pul-[0-9a-f]{40}', { after: word }),
  secretRule('Tailscale key', ['tskey-'], 'tskey-[a-z]{2,10}-[A-Za-z0-9]{8,32}(?:-[A-Za-z0-9]{16,64})?', {
    isReal: isRandom,
  }),
  secretRule('1Password token', ['ops_eyJ'], 'ops_eyJ[A-Za-z0-9_+/=-]{100,4000}'),
]

/** Keys of where code is kept, built and looked after. */
const ofCode: readonly SecretRule[] = [
  secretRule('GitHub token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], 'gh[pousr]_[A-Za-z0-9]{30,255}'),
  secretRule('GitHub token', ['github_pat_'], 'github_pat_[A-Za-z0-9]{20,30}_[A-Za-z0-9]{40,80}'),
  secretRule(
    'GitLab token',
    [
      'glpat-',
      'gldt-',
      'glrt-',
      'glsoat-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glimt-',
      'gloas-',
      'glagent-',
      'glffct-',
    ],
    'gl(?:pat|dt|rt|soat|cbt|ptt|ft|imt|oas|agent|ffct)-[A-Za-z0-9_-]{18,200}(?:\\.[A-Za-z0-9._-]{2,40})?',
    { isReal: isRandom },
  ),
  secretRule('Bitbucket password', ['ATBB'], 'ATBB[A-Za-z0-9]{24,40}', { after: name, isReal: isRandom }),
  secretRule('Atlassian token', ['ATATT3'], 'ATATT3[A-Za-z0-9_=-]{50,300}'),
  secretRule('npm token', ['npm_'], 'npm_[A-Za-z0-9]{36}', { after: name }),
  secretRule('npm token', ['_authToken='], '_authToken=([A-Za-z0-9+/=_-]{20,300})', {
    before: '',
    isReal: isRandom,
  }),
  secretRule('PyPI token', ['pypi-AgE'], 'pypi-AgE[A-Za-z0-9_-]{50,400}'),
  secretRule('RubyGems key', ['rubygems_'], 'rubygems_[0-9a-f]{48}', { after: word }),
  secretRule('crates.io token', ['cio'], 'cio[A-Za-z0-9]{32}', {
    before: 'A-Za-z0-9_/+-',
    after: 'A-Za-z0-9_/+=-',
    isReal: isRandom,
  }),
  secretRule('NuGet key', ['oy2'], 'oy2[a-z0-9]{43}', { after: name }),
  secretRule('Docker token', ['dckr_'], 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,40}'),
  secretRule('CircleCI token', ['CCIPAT_'], 'CCIPAT_[A-Za-z0-9]{20,24}_[0-9a-f]{40}', { after: word }),
  secretRule('Buildkite token', ['bkua_'], 'bkua_[0-9a-f]{40}', { after: word }),
  secretRule('Sonar token', ['sqp_', 'squ_', 'sqa_'], 'sq[pua]_[0-9a-f]{40}', { after: word }),
  secretRule('Sentry token', ['sntrys_', 'sntryu_'], 'sntry(?:s_eyJ[A-Za-z0-9_+/=-]{40,400}|u_[0-9a-f]{64})'),
  secretRule(
    'Grafana token',
    ['glsa_', 'glc_'],
    'gl(?:sa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}|c_[A-Za-z0-9+/]{32,400}={0,2})',
  ),
  secretRule('New Relic key', ['NRAK-', 'NRII-', 'NRRA-'], 'NR(?:AK|II|RA)-[A-Za-z0-9_-]{24,42}'),
  secretRule('Dynatrace token', ['dt0'], 'dt0[a-z][0-9]{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}', { after: word }),
  secretRule('Postman key', ['PMAK-'], 'PMAK-[0-9a-f]{24}-[0-9a-f]{34}', { after: word }),
  secretRule('Prefect key', ['pnu_'], 'pnu_[A-Za-z0-9]{36}', { after: name }),
]

/** Keys of where people write, sell and plan. */
const ofServices: readonly SecretRule[] = [
  secretRule('Slack token', ['xox'], 'xox(?:[abeoprs]|e\\.xox[bp])-[A-Za-z0-9-]{20,300}', {
    isReal: isRandom,
  }),
  secretRule('Slack token', ['xapp-'], 'xapp-[0-9]-[A-Za-z0-9-]{30,200}'),
  secretRule(
    'Slack webhook',
    ['hooks.slack.com/'],
    'hooks\\.slack\\.com/(?:services|workflows|triggers)/([A-Za-z0-9/]{20,120})',
    {
      isReal: isRandom,
    },
  ),
  secretRule(
    'Discord webhook',
    ['/api/webhooks/'],
    'discord(?:app)?\\.com/api/webhooks/([0-9]{15,20}/[A-Za-z0-9_-]{40,100})',
  ),
  secretRule(
    'Discord bot token',
    ['.'],
    '[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,38}',
    {
      before: 'A-Za-z0-9_.-',
      after: 'A-Za-z0-9_.-',
      isReal: beginsWithNumber,
    },
  ),
  secretRule(
    'Teams webhook',
    ['webhook.office.com/'],
    'webhook\\.office\\.com/webhookb2/([A-Za-z0-9@/-]{60,250})',
  ),
  secretRule(
    'Zapier webhook',
    ['hooks.zapier.com/'],
    'hooks\\.zapier\\.com/hooks/catch/([0-9]{4,12}/[A-Za-z0-9]{5,20})',
  ),
  secretRule('Telegram bot token', [':AA'], '[0-9]{8,11}:AA[A-Za-z0-9_-]{33}', { after: name }),
  secretRule('Stripe key', ['_live_', '_test_'], '[srp]k_(?:live|test)_[A-Za-z0-9]{16,250}'),
  secretRule('Stripe webhook secret', ['whsec_'], 'whsec_[A-Za-z0-9+/=]{24,100}'),
  secretRule('Twilio key', ['SK'], 'SK[0-9a-f]{32}', { after: word }),
  secretRule('SendGrid key', ['SG.'], 'SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}'),
  secretRule('Mailgun key', ['api:key-'], 'api:(key-[0-9a-f]{32})', { after: word }),
  secretRule('Mailchimp key', ['-us'], '[0-9a-f]{32}-us[0-9]{1,2}', { after: word }),
  secretRule('Brevo key', ['xkeysib-'], 'xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}', { after: word }),
  secretRule('Resend key', ['re_'], 're_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,32}', {
    after: name,
    isReal: isRandom,
  }),
  secretRule(
    'Shopify token',
    ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}',
    { after: word },
  ),
  secretRule('Square token', ['sq0'], 'sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,43}'),
  secretRule('Linear key', ['lin_'], 'lin_(?:api|oauth|wh)_[A-Za-z0-9]{32,64}'),
  secretRule('Notion token', ['ntn_'], 'ntn_[A-Za-z0-9]{40,50}', { after: name }),
  secretRule('Notion token', ['secret_'], 'secret_[A-Za-z0-9]{43}', { after: name, isReal: isRandom }),
  secretRule('Airtable token', ['pat'], 'pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}', { after: word }),
  secretRule('Figma token', ['figd_'], 'figd_[A-Za-z0-9_-]{36,60}'),
  secretRule('Contentful token', ['CFPAT-'], 'CFPAT-[A-Za-z0-9_-]{40,50}'),
  secretRule('Typeform token', ['tfp_'], 'tfp_[A-Za-z0-9_.=-]{40,70}', { isReal: isRandom }),
  secretRule('Firebase server key', [':APA91b'], 'AAAA[A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{120,150}'),
  secretRule('age key', ['AGE-SECRET-KEY-1'], 'AGE-SECRET-KEY-1[A-Z0-9]{50,64}', { after: word }),
]

/** The kinds of keys that begin with a word of their own. */
export const keyRules: readonly SecretRule[] = [...ofModels, ...ofClouds, ...ofCode, ...ofServices]

/** The first part of a bot's token is the number of its account. */
function beginsWithNumber(token: string): boolean {
  const first = token.slice(0, token.indexOf('.'))
  return /^\d{15,20}$/.test(Buffer.from(first, 'base64url').toString('latin1'))
}
