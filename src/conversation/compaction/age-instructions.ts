import { clip } from './cut-text.ts'
import type { Draft } from './draft.ts'
import { type Limits, fixedEntries } from './limits.ts'
import { isInstructionBlock, shortenedTo } from './message-kinds.ts'
import type { Archiver } from './recall-marker.ts'
import { withStub } from './with-less-text.ts'

export interface AgeOptions extends Limits {
  readonly archive: Archiver
  /** CHATCLI_SKILL_AGE_TURNS: answers behind a block from which on one line stands for it; 6. */
  readonly ageTurns?: number
  /** Shorter blocks stay; characters, 1000 when not given. */
  readonly minContent?: number
}

/** Puts one line, with the names of the skills, in the place of instructions that were put in some answers ago. */
export function ageInstructions(draft: Draft, options: AgeOptions): Draft {
  const { archive, ageTurns = 6, minContent = 1000 } = options
  const fixed = fixedEntries(draft, options)
  let answers = 0
  const result = [...draft]
  for (let i = draft.length - 1; i >= 0; i--) {
    const entry = draft[i]
    if (entry === undefined) continue
    const { message } = entry
    if (message.role === 'assistant') answers++
    if (answers < ageTurns || fixed[i] === true || !isInstructionBlock(message)) continue
    if (message.content.length < minContent || shortenedTo(message) !== undefined) continue
    const names = clip(String(message.meta?.['skill_names']), 200)
    const aged = withStub(entry, `instructions of ${names}, shown earlier; recall them when needed:`, archive)
    if (aged === undefined) continue
    const meta = { ...aged.message.meta, skill_collapsed: true }
    result[i] = { ...aged, message: { ...aged.message, meta } }
  }
  return result
}
