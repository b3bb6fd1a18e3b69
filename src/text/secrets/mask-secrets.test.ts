import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskSecrets, secretRules } from './mask-secrets.ts'
import { noise, ordinaryText } from './ordinary-text.suite.ts'
import { secretSamples, secretsInContext } from './secret-samples.suite.ts'

const samples = secretSamples(11)
const contexts = secretsInContext(12)
const pem = (label: string, lines: number): string =>
  [
    ['-----BEGIN', `${label}-----`].join(' '),
    ...Array.from({ length: lines }, (_, i) => noise(i + 1, 64)),
    ['-----END', `${label}-----`].join(' '),
  ].join('\n')

describe('maskSecrets', () => {
  it('has more than forty kinds, each with an example here', () => {
    const kinds = new Set(secretRules.map(({ kind }) => kind))
    const shown = new Set([...samples, ...contexts].map(([kind]) => kind))
    expect(kinds.size).toBeGreaterThan(80)
    expect([...kinds].filter((kind) => !shown.has(kind))).toEqual([])
  })

  it.each(samples.map(([kind, secret], i) => ({ kind, secret, i })))(
    'takes a $kind out of whatever it stands in ($i)',
    ({ kind, secret }) => {
      const placeholder = `[secret: ${kind}]`
      expect(maskSecrets(secret)).toEqual({ text: placeholder, count: 1 })
      expect(maskSecrets(`use ${secret}, please`)).toEqual({ text: `use ${placeholder}, please`, count: 1 })
      expect(maskSecrets(`{"key":"${secret}"}`)).toEqual({ text: `{"key":"${placeholder}"}`, count: 1 })
      expect(maskSecrets(`a\n${secret}\nb`)).toEqual({ text: `a\n${placeholder}\nb`, count: 1 })
      expect(maskSecrets(`KEY=${secret} go`).text).not.toContain(secret.slice(0, 20))
    },
  )

  it.each(contexts.map(([kind, secret, text], i) => ({ kind, secret, text, i })))(
    'takes a $kind out by what stands around it ($i)',
    ({ kind, secret, text }) => {
      const masked = maskSecrets(text(secret))
      expect(masked).toEqual({ text: text(`[secret: ${kind}]`), count: 1 })
    },
  )

  it.each([
    'PRIVATE KEY',
    'RSA PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'EC PRIVATE KEY',
    'PGP PRIVATE KEY BLOCK',
  ])('takes out a %s, also of which an end is cut off', (label) => {
    const key = pem(label, 6)
    expect(maskSecrets(`before\n${key}\nbehind`)).toEqual({
      text: 'before\n[secret: private key]\nbehind',
      count: 1,
    })
    expect(maskSecrets(JSON.stringify({ key })).text).toBe('{"key":"[secret: private key]"}')
    const headless = key.slice(key.indexOf('\n') + 1)
    expect(maskSecrets(`before the key\n${headless}\nbehind`).text).toBe(
      'before the key\n[secret: private key]\nbehind',
    )
    const cut = maskSecrets(`before\n${key.slice(0, 300)}…`)
    expect(cut).toEqual({ text: 'before\n[secret: private key]…', count: 1 })
  })

  it.each(ordinaryText)('leaves alone: %s', (text) => {
    expect(maskSecrets(text)).toEqual({ text, count: 0 })
  })

  it('leaves alone what is no text', () => {
    const text = `data:application/wasm;base64,${noise(3, 200_000)}`
    expect(maskSecrets(text)).toEqual({ text, count: 0 })
  })

  it('sees what stands behind an escape, and takes no more than that', () => {
    for (const [kind, secret] of samples) {
      for (const before of ['\\n', '\\t', '\\u0022', '%3D'])
        expect(maskSecrets(`{"text":"key${before}${secret}\\nHOST=a"}`).text).toBe(
          `{"text":"key${before}[secret: ${kind}]\\nHOST=a"}`,
        )
    }
    const text = JSON.stringify({ env: 'A=1\nTOKEN=99bottles-of\nHOST=pier' })
    expect(maskSecrets(text).text).toBe(text.replace('99bottles-of', '[secret: token]'))
    const long = `A_SECRET=${'a1B2'.repeat(300)} HOST=pier`
    expect(maskSecrets(long).text).toBe('A_SECRET=[secret: secret] HOST=pier')
  })

  it('leaves a sentence alone that has both marks of a key', () => {
    const text = `Between -----BEGIN PRIVATE KEY----- and its end ${'there are lines '.repeat(9)}-----END PRIVATE KEY-----`
    expect(maskSecrets(text)).toEqual({ text, count: 0 })
  })

  it('counts each of many', () => {
    const text = samples.map(([, secret]) => secret).join('\n')
    expect(maskSecrets(text).count).toBe(samples.length)
  })

  it('changes nothing the second time, and leaves no secret, wherever it stands', () => {
    const secrets = samples.map(([, secret]) => secret)
    const piece = fc.oneof(
      fc.constantFrom(...secrets, ...contexts.map(([, secret, text]) => text(secret))),
      fc.constantFrom(...ordinaryText, 'Bearer ', '://a:', 'TOKEN=', '"', '-----'),
      fc.string({ maxLength: 12 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = maskSecrets(pieces.join(' ')).text
        expect(maskSecrets(once)).toEqual({ text: once, count: 0 })
        for (const one of pieces) if (secrets.includes(one)) expect(once).not.toContain(one)
      }),
      { seed: 5, numRuns: 300 },
    )
  })

  it('takes time that grows with the text, and not faster', () => {
    const begins = [
      ...secretRules.flatMap(({ hints }) => hints),
      ...samples.map(([, secret]) => secret.slice(0, 12)),
      '-----BEGIN RSA PRIVATE KEY-----\n',
      `${noise(1, 64)}\n`,
      'A_',
      'TOKEN=a1',
      'TOKEN=a1[',
      '%3D',
      '\\n',
      'eyJaaaaaaaa.',
      '://u:',
      'a',
      ' ',
    ]
    // A pattern that goes back over and over would not come to an end here.
    for (const begin of begins) {
      const text = begin.repeat(Math.ceil(120_000 / begin.length))
      expect(maskSecrets(text).text.length).toBeLessThanOrEqual(text.length * 20)
    }
  })
})
