import type { MessageImage, ToolCall } from '../../conversation/message.ts'
import type { ImportedMessage } from '../importer.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import { callsMessage, type MakeMessage, messageMaker, thinkingMessage } from '../shared/message-maker.ts'
import { namedImage } from '../shared/named-image.ts'
import { timeOf } from '../shared/time-of.ts'
import { inlineName } from './inline-name.ts'

/** Kinds of a reply's items that some version writes, beside those that say something. */
const SILENT = new Set(
  `undoStop textEditGroup textEdit notebookEdit notebookEditGroup workspaceEdit codeblockUri command confirmation
  warning info progressMessage progressTask progressTaskSerialized progressTaskResult prepareToolInvocation
  toolInvocation mcpServersStarting mcpServersStartingSerialized elicitation elicitationSerialized elicitation2
  questionCarousel treeData multiDiffData changesSummary extensions pullRequest agentDetection markdownVuln
  codeCitation reference usedContext followups clearToPreviousToolInvocation externalToolInvocationUpdate hook
  todoList disabledClaudeHooks systemNotification planReview usage warning error voteAction moveMessage`.split(
    /\s+/,
  ),
)

export interface RequestMessages {
  readonly messages: readonly ImportedMessage[]
  readonly unknown: readonly string[]
}

/** The messages of one request of a VS Code chat: what was typed, and the reply with its thinking and its tools. */
export function requestMessages(request: Fields): RequestMessages {
  const { requestId, timestamp } = request
  // Taken back by restoring a checkpoint: it goes when the next one is sent.
  const isUndone = Boolean(request['shouldBeRemovedOnSend']) || request['isHidden'] === true
  const make = messageMaker({
    nativeId: textOf(requestId),
    at: timeOf(timestamp),
    branch: isUndone ? 'undone' : 'active',
  })
  const { text, thinking, tools, unknown } = replyOf(request)
  const calls = tools.map(({ call }) => call)
  return {
    messages: [
      ...typed(request, make),
      ...thinkingMessage(make, thinking),
      ...callsMessage(make, calls),
      ...tools.flatMap(({ call, result }, nth) =>
        result === ''
          ? []
          : [make({ role: 'tool', content: result, tool_call_id: call.id }, 'tool-result', `:result:${nth}`)],
      ),
      ...(text.trim() === '' ? [] : [make({ role: 'assistant', content: text }, 'text', ':reply')]),
    ],
    unknown,
  }
}

function typed(request: Fields, make: MakeMessage): ImportedMessage[] {
  const { message, variableData } = request
  const content = textOf(message) ?? textOf(fieldsOf(message)['text']) ?? ''
  const images = imagesOf(variableData)
  if (content.trim() === '' && images.length === 0) return []
  return [make({ role: 'user', content, ...(images.length === 0 ? {} : { images }) }, 'text')]
}

/** Images that were attached, by their names: other things that were attached are the editor's context. */
function imagesOf(variableData: unknown): MessageImage[] {
  return listOf(fieldsOf(variableData)['variables'])
    .filter(isFields)
    .filter(({ kind, isImage, mimeType }) => kind === 'image' || isImage === true || isImageType(mimeType))
    .map(({ mimeType, name }, i) => namedImage(i + 1, { type: mimeType, name }))
}

function isImageType(type: unknown): boolean {
  return typeof type === 'string' && type.startsWith('image/')
}

interface Tool {
  readonly call: ToolCall
  readonly result: string
}

interface Reply {
  readonly text: string
  readonly thinking: string
  readonly tools: readonly Tool[]
  readonly unknown: readonly string[]
}

/** What stands between two pieces of text, other than a name within a sentence, parts them. */
function replyOf(request: Fields): Reply {
  const metadata = fieldsOf(fieldsOf(request['result'])['metadata'])
  let text = ''
  let isParted = false
  const thoughts: string[] = []
  const tools: Tool[] = []
  const unknown: string[] = []
  const { response } = request
  for (const item of Array.isArray(response) ? listOf(response) : [response ?? '']) {
    const given = fieldsOf(item)['kind']
    const kind = given === undefined ? undefined : (textOf(given) ?? typeof given)
    const words = wordsOf(item)
    if (words !== '') {
      const isGap = isParted && text !== '' && !/\s$/.test(text) && !/^\s/.test(words)
      text += isGap ? `\n\n${words}` : words
      isParted = false
    } else if (kind === 'thinking') {
      const { value } = fieldsOf(item)
      thoughts.push(...(Array.isArray(value) ? listOf(value) : [value]).map((part) => textOf(part) ?? ''))
    } else if (kind === 'toolInvocationSerialized') {
      isParted = true
      tools.push(toolOf(fieldsOf(item), metadata, tools.length))
    } else if (kind !== undefined && kind !== 'inlineReference' && kind !== 'markdownContent') {
      isParted = true
      if (!SILENT.has(kind)) unknown.push(kind)
    }
  }
  const thinking = thoughts.filter((thought) => thought.trim() !== '').join('\n\n')
  return { text, thinking, tools, unknown }
}

/** Markdown has no kind; a reference within a sentence is read as the name it shows. */
function wordsOf(item: unknown): string {
  if (typeof item === 'string') return item
  const { kind, value, content } = fieldsOf(item)
  if (kind === 'inlineReference') return inlineName(fieldsOf(item))
  if (kind === undefined) return textOf(value) ?? textOf(fieldsOf(value)['value']) ?? ''
  return kind === 'markdownContent' || kind === 'markdownVuln'
    ? (textOf(fieldsOf(content)['value']) ?? textOf(content) ?? '')
    : ''
}

/** The rounds of calls beside the reply know the arguments and the results of its tools, by the same ids. */
function toolOf(item: Fields, metadata: Fields, nth: number): Tool {
  const id = textOf(item['toolCallId']) ?? `call-${nth}`
  const given = listOf(metadata['toolCallRounds'])
    .flatMap((round) => listOf(fieldsOf(round)['toolCalls']))
    .filter(isFields)
    .find((call) => call['id'] === id)
  const data = fieldsOf(item['toolSpecificData'])
  const { input, output } = fieldsOf(item['resultDetails'])
  const asked = argumentsOf(given?.['arguments'] ?? input) ?? commandOf(data)
  const name = textOf(item['toolId']) ?? textOf(given?.['name']) ?? 'tool'
  const call: ToolCall = {
    id,
    type: 'function',
    name,
    arguments: asked ?? markdown(item['invocationMessage']) ?? {},
  }
  const results = [
    fieldsOf(metadata['toolCallResults'])[id],
    output,
    fieldsOf(data['terminalCommandOutput'])['text'],
  ]
  const result =
    results.map(partsText).find((text) => text !== '') ?? markdown(item['pastTenseMessage']) ?? ''
  return { call, result }
}

function argumentsOf(given: unknown): unknown {
  if (typeof given !== 'string') return given ?? undefined
  try {
    return JSON.parse(given) as unknown
  } catch {
    return given === '' ? undefined : given
  }
}

function commandOf({ command, commandLine }: Fields): unknown {
  const line = textOf(command) ?? textOf(commandLine) ?? textOf(fieldsOf(commandLine)['original'])
  return line === undefined ? undefined : { command: line }
}

function markdown(given: unknown): string | undefined {
  return textOf(given) ?? textOf(fieldsOf(given)['value'])
}

/** The text of a result, which is a text or parts of one. Parts that are trees of a prompt say nothing. */
function partsText(given: unknown): string {
  if (typeof given === 'string') return given
  const parts = isFields(given) ? listOf(given['content'] ?? given['value']) : listOf(given)
  return parts
    .map((part) => textOf(part) ?? textOf(fieldsOf(part)['value']) ?? textOf(fieldsOf(part)['text']) ?? '')
    .filter((text) => text !== '')
    .join('\n')
}
