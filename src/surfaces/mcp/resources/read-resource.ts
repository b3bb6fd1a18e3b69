import { ResourceNotFoundError, type ReadResourceResult } from '@modelcontextprotocol/server'
import { fenceRecalled } from '../../../agent/fence-recalled.ts'
import { renderPage } from '../../../commands/render-page.ts'
import { plainStyle } from '../../../commands/text-style.ts'
import { ChatCliError } from '../../../errors.ts'
import type { Page, PageOptions } from '../../../search/search-result.ts'
import { maskedText } from '../leaving.ts'
import type { McpMemory, McpWorld } from '../mcp-world.ts'
import { pageForModel } from '../page-for-model.ts'
import { sessionUri } from '../session-uri.ts'
import { storeStats } from '../store-stats.ts'
import { parseUri, type ResourcePlace } from './parse-uri.ts'

/** Messages that a session shows, the newest; and that one answer has at most. */
const newest = 50
const most = 200
/** UTF-16 code units of a message that is read alone. */
const wholeMessage = 200_000

type Read = Pick<McpMemory, 'chatcli'> & { readonly world: McpWorld }

/**
 * Reads a resource. A private session is none.
 *
 * @throws ProtocolError resource not found; ChatCliError for what is damaged or cannot be read
 */
export async function readResource(uri: string, read: Read): Promise<ReadResourceResult> {
  const place = parseUri(uri)
  if (place === undefined) throw new ResourceNotFoundError(uri)
  if (place.kind === 'stats') {
    const text = JSON.stringify(await storeStats(read))
    return { contents: [{ uri, mimeType: 'application/json', text }] }
  }
  try {
    const text = maskedText(textOf(place, read), read.world.settings)
    const fenced = fenceRecalled(text, read.world.randomHex(16))
    return { contents: [{ uri, mimeType: 'text/plain', text: fenced }] }
  } catch (error) {
    const isNone =
      error instanceof ChatCliError && ['not-found', 'refused', 'invalid-name'].includes(error.code)
    throw isNone ? new ResourceNotFoundError(uri) : error
  }
}

function textOf(place: Exclude<ResourcePlace, { kind: 'stats' }>, read: Read): string {
  switch (place.kind) {
    case 'session': {
      const { total } = pageOf(place.name, { limit: 1 }, read)
      const offset = Math.max(0, total - newest)
      const page = pageOf(place.name, { offset, limit: newest }, read)
      const before = offset === 0 ? '' : `${earlier(page, read)}\n\n`
      return before + shown(page, read)
    }
    case 'messages': {
      const { name, from, to } = place
      if (to < from) throw new ChatCliError('not-found', name)
      if (to === from) return shown(pageOf(name, { message: from, cut: wholeMessage }, read), read, true)
      const page = pageOf(name, { offset: from, limit: Math.min(most, to - from + 1) }, read)
      if (page.messages.length === 0) throw new ChatCliError('not-found', name)
      return shown(page, read)
    }
    default: {
      const { sessions } = read.chatcli.sessions.list()
      const found = sessions.find(({ transcriptId }) => transcriptId === place.id)
      if (found === undefined) throw new ChatCliError('not-found', place.id)
      return shown(pageOf(found.name, { offset: 0, limit: most }, read), read)
    }
  }
}

function pageOf(name: string, options: PageOptions, { chatcli, world }: Read): Page {
  return chatcli.page(name, { ...pageForModel(world), ...options })
}

function shown(page: Page, { world }: Read, single = false): string {
  const { mcp } = world.text
  const next = (offset: number): string => {
    const to = Math.min(page.total, offset + most) - 1
    return mcp.laterMessages(page.total - offset, sessionUri(page.name, { from: offset, to }))
  }
  return renderPage(page, { text: world.text, style: plainStyle, single, next })
}

function earlier(page: Page, { world }: Read): string {
  const from = Math.max(0, page.offset - most)
  return world.text.mcp.earlierMessages(page.offset, sessionUri(page.name, { from, to: page.offset - 1 }))
}
