import type { Message } from '../../conversation/message.ts'

// Put together here, so that no scanner takes this file for a leak.
const secret = ['gh', 'p_', 'Zk3Qw8Rt5Yu2Io7Pa4Sd9Fg1Hj6Kl0Zx3Cv8'].join('')

/** What every part of the secret below begins or ends with that is long enough to matter. */
export const secretParts: readonly string[] = [secret.slice(0, 10), secret.slice(-10)]

/**
 * Messages about the harbour gate with one secret each, at places where snippets (some 240 characters) and pages (600 of
 * a tool, 2000 of others) are cut.
 */
export const straddlingSecrets: readonly Message[] = [
  ...Array.from({ length: 12 }, (_, i) => before(100 + 20 * i, 'user')),
  ...Array.from({ length: 4 }, (_, i) => before(570 + 8 * i, 'tool')),
  ...Array.from({ length: 4 }, (_, i) => before(1970 + 8 * i, 'user')),
]

function before(length: number, role: 'user' | 'tool'): Message {
  const words = `The harbour gate ${'opens and '.repeat(200)}`.slice(0, length - 1)
  const content = `${words} ${secret} ${'and opens '.repeat(40)}`
  return role === 'tool' ? { role, content, tool_call_id: `c${length}` } : { role, content }
}
