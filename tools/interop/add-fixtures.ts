import {
  acceptedContent,
  type GetPromptResult,
  inputRequired,
  type InputRequiredResult,
  type McpRequestContext,
  type PromptMessage,
  type ReadResourceResult,
  type Result,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { image } from './fixture-files.ts'

type Handler = (request: never, context: ServerContext) => Promise<Result>
type Params = { readonly params: { readonly name: string; readonly arguments?: Record<string, string> } }

const prompts = [
  { name: 'test_simple_prompt', description: 'A prompt.' },
  {
    name: 'test_prompt_with_arguments',
    description: 'A prompt with arguments.',
    arguments: [
      { name: 'arg1', description: 'First test argument', required: true },
      { name: 'arg2', description: 'Second test argument', required: true },
    ],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt with a resource.',
    arguments: [{ name: 'resourceUri', description: 'URI of the resource to embed', required: true }],
  },
  { name: 'test_prompt_with_image', description: 'A prompt with an image.' },
  { name: 'test_input_required_result_prompt', description: 'A prompt that asks back.' },
]

const resources = [
  { uri: 'test://static-text', name: 'static-text', description: 'A text.', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', description: 'An image.', mimeType: 'image/png' },
  {
    uri: 'test://watched-resource',
    name: 'watched-resource',
    description: 'A text.',
    mimeType: 'text/plain',
  },
]

/** Puts what the conformance suite reads beside the prompts and resources that the server has. */
export function addFixtures(server: Server, { era }: McpRequestContext): void {
  const known = handlersOf(server)
  const read = known.get('resources/read')
  const get = known.get('prompts/get')
  const subscribe = known.get('resources/subscribe')
  const unsubscribe = known.get('resources/unsubscribe')
  server.setRequestHandler('resources/list', () => ({ resources }))
  server.setRequestHandler('prompts/list', () => ({ prompts }))
  server.setRequestHandler('resources/read', async (request, context) => {
    const { uri } = request.params
    return (resourceAt(uri) ?? (await read?.(request as never, context))) as ReadResourceResult
  })
  server.setRequestHandler('prompts/get', async (request, context) => {
    const own = promptCalled(request as Params, context)
    return (own ?? (await get?.(request as never, context))) as GetPromptResult
  })
  if (era === 'modern') return
  server.setRequestHandler('resources/subscribe', async (request, context) =>
    request.params.uri.startsWith('test:') ? {} : ((await subscribe?.(request as never, context)) ?? {}),
  )
  server.setRequestHandler('resources/unsubscribe', async (request, context) =>
    request.params.uri.startsWith('test:') ? {} : ((await unsubscribe?.(request as never, context)) ?? {}),
  )
}

/** What the server answers with already: it has no public way to ask for that. */
function handlersOf(server: Server): ReadonlyMap<string, Handler> {
  return new Map((server as unknown as { readonly _requestHandlers: Map<string, Handler> })._requestHandlers)
}

function resourceAt(uri: string): ReadResourceResult | undefined {
  if (uri === 'test://static-text' || uri === 'test://watched-resource')
    return {
      contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
    }
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: image }] }
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (id === undefined) return undefined
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  return { contents: [{ uri, mimeType: 'application/json', text }] }
}

function promptCalled(
  { params }: Params,
  { mcpReq }: ServerContext,
): GetPromptResult | InputRequiredResult | undefined {
  const { arg1 = '', arg2 = '', resourceUri = '' } = params.arguments ?? {}
  switch (params.name) {
    case 'test_simple_prompt':
      return { messages: [said('This is a simple prompt for testing.')] }
    case 'test_prompt_with_arguments':
      return { messages: [said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }
    case 'test_prompt_with_embedded_resource': {
      const resource = {
        uri: resourceUri,
        mimeType: 'text/plain',
        text: 'Embedded resource content for testing.',
      }
      return {
        messages: [
          { role: 'user', content: { type: 'resource', resource } },
          said('Please process the embedded resource above.'),
        ],
      }
    }
    case 'test_prompt_with_image':
      return {
        messages: [
          { role: 'user', content: { type: 'image', data: image, mimeType: 'image/png' } },
          said('Please analyze the image above.'),
        ],
      }
    case 'test_input_required_result_prompt': {
      const given = acceptedContent(mcpReq.inputResponses, 'user_context')
      if (given !== undefined) return { messages: [said(`Context: ${JSON.stringify(given)}`)] }
      return inputRequired({
        inputRequests: {
          user_context: inputRequired.elicit({
            message: 'What context should the prompt use?',
            requestedSchema: {
              type: 'object',
              properties: { context: { type: 'string' } },
              required: ['context'],
            },
          }),
        },
      })
    }
    default:
      return undefined
  }
}

function said(text: string): PromptMessage {
  return { role: 'user', content: { type: 'text', text } }
}
