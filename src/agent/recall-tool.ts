import { ChatCliError } from '../errors.ts'
import { fenceRecalled } from './fence-recalled.ts'
import { recallKeysIn } from './recall-keys.ts'
import { holdsRecalled } from './holds-recalled.ts'
import type { Tool, ToolArguments } from './tool.ts'
import { answerOf } from './tools/answer-of.ts'
import { clip } from '../conversation/compaction/cut-text.ts'
import { markerOf } from '../conversation/compaction/recall-marker.ts'

export interface RecallToolOptions {
  /** The text of a recall key; undefined when there is none any more. @throws ChatCliError `storage` */
  readonly read: (key: string) => string | undefined
  /** What the person is asked before what was recalled from other conversations goes to a provider. */
  readonly consent?: { readonly subject: string; readonly scope: string } | undefined
  /** Random letters and digits, new for each text. */
  readonly newMark: () => string
}

const example = { key: '<<ccr:0123456789abcdef>>' }
/** What is given at once, characters; a little below what a result may have, so that nothing is cut from its middle. */
const most = 45_000

/** `@recall` for a model: the text that a compaction put away, as it was, by the key in its place. */
export function createRecallTool({ read, consent, newMark }: RecallToolOptions): Tool {
  return {
    name: 'recall',
    about:
      'Gives back text that was put away to save space. Where a message has a marker such as <<ccr:0123456789abcdef>>, call this with the marker, or with several, to read the original. Long originals come in parts: go on with offset.',
    input: {
      type: 'object',
      properties: {
        key: { type: 'string', description: 'A marker, or the key in it.' },
        keys: { type: 'array', items: { type: 'string' } },
        offset: { type: 'integer', description: 'Characters to leave out at the beginning.' },
      },
      examples: [example],
    },
    // Without a marker there is nothing to call it with.
    isOffered: (messages) => messages.some(({ content }) => content.includes('<<ccr:')),
    isReadOnly: () => true,
    needs(args) {
      if (consent === undefined) return undefined
      const isAsked = recallKeysIn(args).some((key) => isRecalled(key, read))
      return isAsked ? { tool: 'session', ...consent } : undefined
    },
    run: (args) => answerOf(() => recall(args, read, newMark)),
  }
}

/** What cannot be read now may be readable when it runs. */
function isRecalled(key: string, read: RecallToolOptions['read']): boolean {
  try {
    return holdsRecalled(read(key) ?? '')
  } catch {
    return true
  }
}

function recall(args: ToolArguments, read: RecallToolOptions['read'], newMark: () => string): string {
  const keys = recallKeysIn(args)
  if (keys.length === 0) {
    throw new ChatCliError('usage', `There is no recall key in ${clip(JSON.stringify(args), 120)}`, {
      hint: `A right call has arguments such as ${JSON.stringify(example)}`,
    })
  }
  const found = keys.map((key) => ({ key, text: read(key) }))
  if (found.every(({ text }) => text === undefined)) {
    const names = found.map(({ key }) => markerOf(key)).join(', ')
    throw new ChatCliError('not-found', `Nothing is kept under ${names}`, {
      hint: 'It expired, or was never here; search the past conversations instead.',
    })
  }
  const offset = offsetOf(args)
  const share = Math.floor(most / found.length)
  const [only] = found
  if (found.length === 1 && only?.text !== undefined) return fenced(part(only.text, offset, share), newMark())
  const sections = found.map(({ key, text }) => {
    const shown =
      text === undefined ? '[not found: it expired, or was never here]' : part(text, offset, share)
    return `--- @recall ${markerOf(key)} ---\n${shown}`
  })
  return fenced(sections.join('\n'), newMark())
}

function fenced(text: string, mark: string): string {
  return fenceRecalled(text, mark, { asItWas: true })
}

function part(text: string, offset: number, most: number): string {
  const rest = text.slice(offset).replace(/^[\uDC00-\uDFFF]/, '')
  if (rest.length <= most) return rest
  const shown = rest.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
  const next = text.length - rest.length + shown.length
  return `${shown}\n[… ${text.length - next} more characters: go on with offset ${next}]`
}

function offsetOf({ offset }: ToolArguments): number {
  const number = Number(offset ?? 0)
  return Number.isFinite(number) && number > 0 ? Math.trunc(number) : 0
}
