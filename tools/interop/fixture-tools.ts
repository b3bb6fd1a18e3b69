import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  MissingRequiredClientCapabilityError,
} from '@modelcontextprotocol/server'
import { setTimeout as after } from 'node:timers/promises'
import { z } from 'zod'
import type { McpTool, ToolCall } from '../../src/surfaces/mcp/mcp-tool.ts'
import { image, sound } from './fixture-files.ts'

type Answer = CallToolResult | InputRequiredResult
type Work = (call: ToolCall) => Answer | Promise<Answer>

/** The tools that the conformance suite calls, which no real server has. */
export const fixtureTools: readonly McpTool[] = [
  tool('test_simple_text', () => text('This is a simple text response for testing.')),
  tool('test_image_content', () => ({ content: [{ type: 'image', data: image, mimeType: 'image/png' }] })),
  tool('test_audio_content', () => ({ content: [{ type: 'audio', data: sound, mimeType: 'audio/wav' }] })),
  tool('test_embedded_resource', () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  })),
  tool('test_multiple_content_types', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: image, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  })),
  tool('test_error_handling', () => {
    throw new Error('This tool intentionally returns an error for testing')
  }),
  tool('test_tool_with_logging', async ({ request }) => {
    for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      // eslint-disable-next-line typescript/no-deprecated -- what older revisions have is tested too
      await request.mcpReq.log('info', line)
      await after(50)
    }
    return text('Three lines were logged.')
  }),
  tool('test_logging_tool', async ({ request }) => {
    // eslint-disable-next-line typescript/no-deprecated -- that it is not sent is what is tested
    await request.mcpReq.log('info', 'Nobody asked for this')
    return text('One line was logged.')
  }),
  tool('test_tool_with_progress', async ({ request }) => {
    const progressToken = request.mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await request.mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        })
      await after(50)
    }
    return text('Done.')
  }),
  tool(
    'test_sampling',
    async ({ request, values }) => {
      // eslint-disable-next-line typescript/no-deprecated -- what older revisions have is tested too
      const { content } = await request.mcpReq.requestSampling({
        messages: [{ role: 'user', content: { type: 'text', text: values['prompt'] as string } }],
        maxTokens: 100,
      })
      return text(`LLM response: ${JSON.stringify(content)}`)
    },
    { prompt: z.string() },
  ),
  tool('test_elicitation', async (call) => elicited(call, call.values['message'] as string, person), {
    message: z.string(),
  }),
  tool('test_elicitation_sep1034_defaults', async (call) => elicited(call, 'Please review', withDefaults)),
  tool('test_elicitation_sep1330_enums', async (call) => elicited(call, 'Please choose', withEnums)),
  tool('test_missing_capability', ({ request }) => {
    if (capabilitiesOf(request).sampling === undefined)
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    return text('The client can sample.')
  }),
  tool('test_streaming_elicitation', ({ request }) => askName(request)),
  tool('test_trigger_tool_change', ({ world }) => {
    world.changes.publish({ kind: 'tools_list_changed' })
    return text('Listeners were told.')
  }),
  tool('test_trigger_prompt_change', ({ world }) => {
    world.changes.publish({ kind: 'prompts_list_changed' })
    return text('Listeners were told.')
  }),
  tool('test_input_required_result_elicitation', ({ request }) => askName(request)),
  tool('test_input_required_result_sampling', ({ request }) => {
    const answer = inputResponse(request.mcpReq.inputResponses, 'capital_question')
    if (answer.kind === 'sampling') return text(JSON.stringify(answer))
    return inputRequired({
      inputRequests: { capital_question: sample('What is the capital of France?', 100) },
    })
  }),
  tool('test_input_required_result_list_roots', ({ request }) => {
    const answer = inputResponse(request.mcpReq.inputResponses, 'client_roots')
    if (answer.kind === 'roots') return text(`Roots: ${JSON.stringify(answer)}`)
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  }),
  tool('test_input_required_result_request_state', (call) =>
    confirmed('test_input_required_result_request_state', call),
  ),
  tool('test_input_required_result_tampered_state', (call) =>
    confirmed('test_input_required_result_tampered_state', call),
  ),
  tool('test_input_required_result_multiple_inputs', async (call) => {
    const { request, confirmations, values } = call
    const name = 'test_input_required_result_multiple_inputs'
    const { inputResponses } = request.mcpReq
    const kinds = ['user_name', 'greeting', 'client_roots'].map(
      (key) => inputResponse(inputResponses, key).kind,
    )
    if (kinds.join() === 'elicit,sampling,roots') {
      confirmations.take(name, values, request)
      return text(JSON.stringify(inputResponses))
    }
    return inputRequired({
      inputRequests: {
        user_name: ask('What is your name?', 'name'),
        greeting: sample('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await confirmations.begin(name, values, request),
    })
  }),
  tool('test_input_required_result_multi_round', async ({ request, confirmations, values }) => {
    const [first, second] = ['round 1', 'round 2']
    const { inputResponses } = request.mcpReq
    if (acceptedContent(inputResponses, 'step2') !== undefined) {
      confirmations.take(second ?? '', values, request)
      return text(JSON.stringify(inputResponses))
    }
    if (acceptedContent(inputResponses, 'step1') === undefined)
      return inputRequired({
        inputRequests: { step1: ask('Step 1: What is your name?', 'name') },
        requestState: await confirmations.begin(first ?? '', values, request),
      })
    confirmations.take(first ?? '', values, request)
    return inputRequired({
      inputRequests: { step2: ask('Step 2: What is your favorite color?', 'color') },
      requestState: await confirmations.begin(second ?? '', values, request),
    })
  }),
  tool('test_input_required_result_capabilities', ({ request }) => {
    const { elicitation, sampling, roots } = capabilitiesOf(request)
    return inputRequired({
      inputRequests: {
        ...(elicitation === undefined ? {} : { name: ask('What is your name?', 'name') }),
        ...(sampling === undefined ? {} : { greeting: sample('Generate a greeting', 50) }),
        ...(roots === undefined ? {} : { roots: inputRequired.listRoots() }),
      },
      requestState: 'none',
    })
  }),
  fullSchema(),
]

function tool(name: string, work: Work, shape: z.ZodRawShape = {}): McpTool {
  const input = z.object(shape)
  return {
    name,
    kind: 'read',
    definition: {
      name,
      description: 'A tool of the conformance suite.',
      inputSchema: z.toJSONSchema(input, { io: 'input' }) as McpTool['definition']['inputSchema'],
    },
    check: (values) => input.safeParse(values),
    takes: Object.keys(shape),
    run: async (_, call) => work(call),
  }
}

/** Every keyword of JSON Schema 2020-12 that must arrive as it is. */
function fullSchema(): McpTool {
  const name = 'json_schema_2020_12_tool'
  return {
    ...tool(name, () => text('fine')),
    definition: {
      name,
      description: 'Tool with JSON Schema 2020-12 features',
      inputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: {
          address: {
            $anchor: 'addressDef',
            type: 'object',
            properties: { street: { type: 'string' }, city: { type: 'string' } },
          },
        },
        properties: {
          name: { type: 'string' },
          address: { $ref: '#/$defs/address' },
          contactMethod: { type: 'string', enum: ['phone', 'email'] },
          phone: { type: 'string' },
          email: { type: 'string' },
        },
        allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
        if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
        // eslint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: { required: ['phone'] },
        else: { required: ['email'] },
        additionalProperties: false,
      },
    },
  }
}

function text(words: string): CallToolResult {
  return { content: [{ type: 'text', text: words }] }
}

type Requests = NonNullable<Parameters<typeof inputRequired>[0]['inputRequests']>

function ask(message: string, member: string): Requests[string] {
  return inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [member]: { type: 'string' } }, required: [member] },
  })
}

function sample(words: string, maxTokens: number): Requests[string] {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens,
  })
}

function askName({ mcpReq }: ToolCall['request']): Answer {
  const given = acceptedContent(mcpReq.inputResponses, 'user_name', z.object({ name: z.string() }))
  if (given !== undefined) return text(`Hello, ${given.name}!`)
  return inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } })
}

/** Asks with a signed state, as the tools do that destroy. */
async function confirmed(name: string, { request, confirmations, values }: ToolCall): Promise<Answer> {
  if (inputResponse(request.mcpReq.inputResponses, 'confirm').kind === 'elicit') {
    confirmations.take(name, values, request)
    return text('state-ok')
  }
  return inputRequired({
    inputRequests: {
      confirm: inputRequired.elicit({
        message: 'Please confirm',
        requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
      }),
    },
    requestState: await confirmations.begin(name, values, request),
  })
}

type Form = Parameters<ToolCall['request']['mcpReq']['elicitInput']>[0] extends infer Params
  ? Extract<Params, { requestedSchema: unknown }>['requestedSchema']
  : never

async function elicited({ request }: ToolCall, message: string, requestedSchema: Form): Promise<Answer> {
  // eslint-disable-next-line typescript/no-deprecated -- what older revisions have is tested too
  const { action, content } = await request.mcpReq.elicitInput({ mode: 'form', message, requestedSchema })
  return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`)
}

function capabilitiesOf({ mcpReq }: ToolCall['request']): ClientCapabilities {
  const envelope = mcpReq.envelope as Record<string, ClientCapabilities> | undefined
  return envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {}
}

const person: Form = {
  type: 'object',
  properties: {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  },
  required: ['username', 'email'],
}

const withDefaults: Form = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
  required: [],
}

const titled = [
  { const: 'value1', title: 'First Option' },
  { const: 'value2', title: 'Second Option' },
  { const: 'value3', title: 'Third Option' },
]

const withEnums: Form = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: titled },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: { type: 'array', items: { anyOf: titled } },
  },
  required: [],
}
