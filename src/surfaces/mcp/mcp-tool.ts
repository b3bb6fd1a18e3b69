import type {
  CallToolResult,
  InputRequiredResult,
  ResourceLink,
  ServerContext,
  Tool,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { JsonObject } from '../../commands/command.ts'
import type { AskingTurns } from './asking-turns.ts'
import type { Confirmations } from './confirmations.ts'
import type { OwnConversation } from './own-conversation.ts'
import type { McpMemory, McpWorld } from './mcp-world.ts'

/** Who calls, and with what. */
export interface ToolCall extends McpMemory {
  readonly world: McpWorld
  /** Of the SDK: progress, cancelling, what was asked back. */
  readonly request: ServerContext
  readonly principal: string
  /** The conversation of this protocol session, where there are such: before 2026-07-28. */
  readonly ownConversation: OwnConversation | undefined
  /** Whether the client can ask its person. */
  readonly canAsk: boolean
  readonly confirmations: Confirmations
  /** Turns that may ask the person. */
  readonly turns: AskingTurns<ToolAnswer>
  /** The arguments as they came: what a confirmation is bound to. */
  readonly values: JsonObject
}

/** What a tool answers. */
export interface ToolAnswer {
  readonly result: JsonObject
  readonly links?: readonly ResourceLink[]
  /** It quotes what was once said: then it is marked as data. */
  readonly isRecalled?: boolean
}

/** What a tool does to the memory: what only reads may run at any time, and what destroys is confirmed. */
export type ToolKind = 'read' | 'write' | 'destructive'

/** A tool as the server has it. */
export interface McpTool {
  readonly name: string
  readonly kind: ToolKind
  /** As `tools/list` shows it. */
  readonly definition: Tool
  /** Whether it is there at all; always, when not given. */
  readonly isThere?: (world: McpWorld) => boolean
  /** Checks arguments; a text says what is wrong with them. */
  readonly check: (values: JsonObject) => z.ZodSafeParseResult<unknown>
  /** Names of its arguments. */
  readonly takes: readonly string[]
  /** @param args what `check` gave; @throws ChatCliError */
  readonly run: (
    args: unknown,
    call: ToolCall,
  ) => Promise<ToolAnswer | InputRequiredResult | CallToolResult> | ToolAnswer
}

export interface ToolSpec<Input extends z.ZodRawShape> {
  readonly name: string
  readonly title: string
  readonly kind: ToolKind
  /** For the model: what it does, and when to use it. */
  readonly about: string
  readonly input: z.ZodObject<Input>
  readonly output: z.ZodObject
  /** It reaches beyond this machine. */
  readonly isOpen?: boolean
  /** Doing it twice is doing it once. Reading always is. */
  readonly isIdempotent?: boolean
  readonly isThere?: (world: McpWorld) => boolean
  readonly run: (
    args: z.output<z.ZodObject<Input>>,
    call: ToolCall,
  ) => Promise<ToolAnswer | InputRequiredResult> | ToolAnswer
}

/** Makes a tool from its schemas. Arguments that it does not know are an error. */
export function defineTool<Input extends z.ZodRawShape>(spec: ToolSpec<Input>): McpTool {
  const { name, title, kind, about, isOpen = false, isIdempotent = false, isThere } = spec
  const input = spec.input.strict()
  return {
    name,
    kind,
    ...(isThere === undefined ? {} : { isThere }),
    definition: {
      name,
      title,
      description: about,
      inputSchema: jsonSchemaOf(input, 'input') as Tool['inputSchema'],
      outputSchema: jsonSchemaOf(spec.output, 'output'),
      annotations: {
        title,
        readOnlyHint: kind === 'read',
        destructiveHint: kind === 'destructive',
        idempotentHint: kind === 'read' || isIdempotent,
        openWorldHint: isOpen,
      },
    },
    check: (values) => input.safeParse(values),
    takes: Object.keys(input.shape),
    run: async (args, call) => spec.run(args as z.output<z.ZodObject<Input>>, call),
  }
}

function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output'): Record<string, unknown> {
  return withoutTypeLists(z.toJSONSchema(schema, { target: 'draft-2020-12', io })) as Record<string, unknown>
}

/** Several types as alternatives: not every client knows a list of them. */
function withoutTypeLists(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutTypeLists)
  if (typeof schema !== 'object' || schema === null) return schema
  const { type, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === 'type' ? value : withoutTypeLists(value)]),
  )
  if (!Array.isArray(type)) return type === undefined ? rest : { type, ...rest }
  return { ...rest, anyOf: type.map((one: unknown) => ({ type: one })) }
}
