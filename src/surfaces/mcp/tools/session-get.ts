import { z } from 'zod'
import { openPage } from '../../../commands/session-tool.ts'
import { pageJson } from '../../../commands/json-of.ts'
import { missedQuery } from '../../../commands/missed-query.ts'
import { graphemeCut } from '../../../conversation/grapheme-cut.ts'
import type { JsonObject } from '../../../commands/command.ts'
import type { Page, PageOptions } from '../../../search/search-result.ts'
import { type McpTool, type ToolAnswer, type ToolCall, defineTool } from '../mcp-tool.ts'
import { pageCursor, placeOf } from '../page-cursor.ts'
import { pageForModel } from '../page-for-model.ts'
import { recalledFields } from '../recalled-fields.ts'
import { sessionUri } from '../session-uri.ts'

/** UTF-16 code units of one answer: what is more goes to the next page. */
const mostCharacters = 60_000
/** Of one message that is read alone. */
const partLength = 20_000

const input = z.object({
  name: z.string().min(1).describe('Name of a session'),
  offset: z.int().min(0).optional().describe('Position of the first message, 0-based'),
  limit: z.int().min(1).max(200).default(20),
  query: z.string().optional().describe('Centres the page on the message that answers this best'),
  message: z.int().min(0).optional().describe('Position of one message, to read it whole'),
  start: z.int().min(0).default(0).describe('With message: the character to go on from (nextStart)'),
  cursor: z.string().optional().describe('nextCursor of the page before'),
})

const text = z.string()
const output = z.object({
  ...recalledFields,
  name: text,
  title: text,
  id: text,
  uri: text,
  total: z.int().describe('Messages in the session'),
  offset: z.int(),
  messages: z.array(
    z.object({
      position: z.int(),
      role: text,
      text,
      at: text.nullable(),
      approximate: z.boolean(),
      toolName: text.nullable(),
      state: text,
      cutFrom: z.int().nullable().describe('Length of the whole text when it was cut: read it with message'),
      toolCalls: z.array(z.object({ id: text, name: text, arguments: text, cutFrom: z.int().nullable() })),
    }),
  ),
  more: z.int().describe('Messages behind this page'),
  nextOffset: z.int().nullable(),
  nextCursor: text.nullable(),
  nextStart: z.int().nullable().describe('Of one message: where its text goes on'),
  centredOn: z.int().nullable(),
  note: text.nullable(),
})

type Asked = z.output<typeof input>

/** Reads a session, page by page, around a question, or one message whole. */
export const sessionGet: McpTool = defineTool({
  name: 'session_get',
  title: 'Read a past conversation',
  kind: 'read',
  about:
    'Reads a saved session: a page of it (offset, limit), the page around the best match of a query, or one message whole. Positions are absolute and 0-based; go on with nextOffset. System prompts are never shown.',
  input,
  output,
  run: get,
})

function get(asked: Asked, call: ToolCall): ToolAnswer {
  return asked.message === undefined ? pageAnswer(asked, call) : messageAnswer(asked, asked.message, call)
}

function pageAnswer(asked: Asked, call: ToolCall): ToolAnswer {
  const { world, chatcli } = call
  const { name, limit, query } = asked
  const list = `get ${name}`
  const [from] = (placeOf(list, asked.cursor) ?? [asked.offset ?? 0]) as [number]
  const isCentred = query !== undefined && query.trim() !== '' && asked.cursor === undefined
  const { text: words } = world
  for (let most = limit; ; most = Math.ceil(most / 2)) {
    const options: PageOptions = {
      ...pageForModel(world),
      limit: most,
      offset: from,
      ...(isCentred ? { query } : {}),
    }
    const page = openPage(name, options, { chatcli, text: words, command: 'get' })
    const result = resultOf(page, list)
    if (most > 1 && JSON.stringify(result).length > mostCharacters) continue
    const note = isCentred ? missedQuery(page, options, words).join(' ') : ''
    return { isRecalled: true, result: { ...result, note: note === '' ? null : note } }
  }
}

function messageAnswer({ name, start }: Asked, message: number, call: ToolCall): ToolAnswer {
  const { chatcli, world } = call
  const options = { ...pageForModel(world), message }
  const page = openPage(name, options, { chatcli, text: world.text, command: 'get' })
  const [whole] = page.messages
  const rest = (whole?.text ?? '').slice(start)
  const isCut = rest.length > partLength
  const shown = isCut ? rest.slice(0, graphemeCut(rest, partLength)) : rest
  const result = resultOf(page, `get ${name}`)
  const messages = (result['messages'] as JsonObject[]).map((one) => ({
    ...one,
    text: shown,
    cutFrom: isCut || start > 0 ? (whole?.text.length ?? 0) : null,
  }))
  return {
    isRecalled: true,
    result: {
      ...result,
      messages,
      more: 0,
      nextStart: isCut ? start + shown.length : null,
      note: null,
    },
  }
}

function resultOf(page: Page, list: string): JsonObject {
  const { nextOffset } = page
  return {
    ...pageJson(page),
    uri: sessionUri(page.name),
    more: nextOffset === undefined ? 0 : page.total - nextOffset,
    nextCursor: nextOffset === undefined ? null : pageCursor(list, [nextOffset]),
    nextStart: null,
  }
}
