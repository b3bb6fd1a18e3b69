import { ChatCliError } from '../errors.ts'
import { redactKeys } from './redact-keys.ts'

/**
 * The base URL meant by `OLLAMA_HOST`, which may be a host, `host:port`, `:port` or a URL. A server told to listen
 * everywhere is asked on this machine.
 *
 * @throws ChatCliError `usage`
 */
export function ollamaUrl(host: string): string {
  const given = host.trim().replace(/^:/, '127.0.0.1:')
  const hasScheme = /^https?:\/\//i.test(given)
  let url: URL
  try {
    url = new URL(hasScheme ? given : `http://${given}`)
  } catch (cause) {
    throw new ChatCliError('usage', `OLLAMA_HOST: "${redactKeys(host)}" is no host`, {
      hint: 'Write it as in 127.0.0.1:11434.',
      cause,
    })
  }
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1'
  // A scheme brings its own port with it, as for Ollama itself; 80 is not in `port`, being that of http.
  const port = url.port || (hasScheme || /:80(?:\/|$)/.test(given) ? '' : '11434')
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.protocol}//${url.hostname}${port === '' ? '' : `:${port}`}${path.endsWith('/v1') ? path : `${path}/v1`}`
}
