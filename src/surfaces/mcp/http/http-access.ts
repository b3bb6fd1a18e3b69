import { isIP } from 'node:net'

/** Who may reach the server: what its requests are checked against. */
export interface HttpAccess {
  /** It listens where only programs of this machine reach it. */
  readonly isLoopback: boolean
  /** Names it may be called by besides, in lower case. */
  readonly allowedHosts: readonly string[]
}

/** An address without the brackets that one of IPv6 has in a URL. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}

/** Whether only programs of this machine reach what listens on such an address. */
export function isLoopbackHost(host: string): boolean {
  const bare = withoutBrackets(host.toLowerCase())
  if (isIP(bare) === 4) return bare.startsWith('127.')
  return bare === 'localhost' || bare === '::1'
}

/**
 * Whether a request may name this host. A web page that had its own name resolved to this machine (DNS rebinding) still
 * sends that name, so that a name is one that is known; an address cannot be rebound.
 *
 * @param header the value of `Host`, with or without a port
 */
export function isHostAllowed(header: string | undefined, access: HttpAccess): boolean {
  const host = hostOf(`http://${header ?? ''}`)
  if (host === undefined || header === undefined || /[/?#@\\]/.test(header)) return false
  return isNameAllowed(host, access)
}

/**
 * Whether a page of this origin may ask. Programs send no `Origin`; browsers always do.
 *
 * @param header the value of `Origin`
 */
export function isOriginAllowed(header: string | undefined, access: HttpAccess): boolean {
  if (header === undefined) return true
  // An address as such is anybody's; of pages only those of this machine and those that are named may ask.
  const host = /^https?:\/\//i.test(header) ? hostOf(header) : undefined
  return host !== undefined && (isLoopbackHost(host) || access.allowedHosts.includes(host))
}

function isNameAllowed(host: string, { isLoopback, allowedHosts }: HttpAccess): boolean {
  if (isLoopbackHost(host) || allowedHosts.includes(host)) return true
  return !isLoopback && isIP(withoutBrackets(host)) !== 0
}

function hostOf(url: string): string | undefined {
  try {
    const { hostname } = new URL(url)
    return hostname === '' ? undefined : hostname.toLowerCase()
  } catch {
    return undefined
  }
}
