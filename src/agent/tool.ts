import type { Message } from '../conversation/message.ts'
import type { ToolSpec } from '../models/model.ts'

/** Arguments of a call, as the model wrote them: nothing about them is certain. */
export type ToolArguments = Readonly<Record<string, unknown>>

/** Something a model can do. */
export interface Tool extends ToolSpec {
  /** Whether this call changes nothing, so that it may run beside others. Arguments that make no sense are not. */
  isReadOnly(args: ToolArguments): boolean
  /** What the person must have allowed before it runs; undefined when nothing. */
  needs(args: ToolArguments): PermissionRequest | undefined
  /** Whether a model is told of it that is given these messages; always, when there is no such function. */
  isOffered?(messages: readonly Message[]): boolean
  /**
   * Never throws for what a model can get wrong: that is a result with `isError`.
   *
   * @throws ChatCliError `interrupted` when the signal was given
   */
  run(args: ToolArguments, context: ToolContext): Promise<ToolResult>
}

export interface ToolContext {
  readonly signal: AbortSignal
}

export interface ToolResult {
  /** For the model. */
  readonly text: string
  readonly isError: boolean
}

/** A question to the person. */
export interface PermissionRequest {
  readonly tool: string
  /** What it would do, to be shown whole: a command line, a path. */
  readonly subject: string
  /** What "always" and "never" are about: calls with the same tool and scope are not asked about again. */
  readonly scope: string
}

/** `once` and `not-now` are for this call; `always` and `never` are remembered for the project. */
export type PermissionAnswer = 'once' | 'always' | 'never' | 'not-now'
