import type { BaseCommandSpec, CommandInput, MemoryCommandSpec, ServeCommandSpec } from './command.ts'

/** How answers are printed. */
export type OutputFormat = 'text' | 'json' | 'ndjson'

/** What a command line asks for. */
export type Invocation =
  | {
      readonly kind: 'command'
      readonly spec: MemoryCommandSpec | BaseCommandSpec
      readonly input: CommandInput
      readonly format: OutputFormat
    }
  | {
      readonly kind: 'chat'
      readonly options: CommandInput['options']
      readonly format: OutputFormat
      readonly isNamed: boolean
      /** Of `resume`: what was typed behind it. */
      readonly words?: readonly string[]
    }
  | { readonly kind: 'serve'; readonly spec: ServeCommandSpec; readonly input: CommandInput }
  /** Help on everything, a command (by its words) or a topic. */
  | { readonly kind: 'help'; readonly words: readonly string[] }
  | { readonly kind: 'version' }
  | { readonly kind: 'completion'; readonly shell: string | undefined; readonly format: OutputFormat }
  /** What a shell asks while a person types: the words so far, the last of them unfinished. */
  | { readonly kind: 'complete'; readonly words: readonly string[] }
