import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shared/fields.ts'
import type { GatheredFacts } from '../shared/known-facts.ts'
import { timeOf } from '../shared/time-of.ts'
import { uriPath } from '../shared/uri-path.ts'
import { wellFormed } from '../shared/well-formed.ts'

/** A conversation of Cursor's editor, without what its bubbles say. */
export interface Composer {
  readonly id: string
  readonly facts: GatheredFacts
  /** Ids of its bubbles, in order. */
  readonly bubbleIds: readonly string[]
  /** Ids of bubbles that are shown, and are no part of what was said. */
  readonly shownIds: readonly string[]
  /** Older versions kept the bubbles in it. */
  readonly inline: readonly Fields[]
  /** Conversations that worked for it. */
  readonly children: readonly string[]
}

/** Undefined for a draft and for one in which nothing was said. */
export function composerOf(value: unknown, fallbackId: string): Composer | undefined {
  const data = fieldsOf(value)
  const id = textOf(data['composerId']) ?? fallbackId
  const inline = listOf(data['conversation']).filter(isFields)
  const bubbleIds: string[] = []
  const shownIds: string[] = []
  for (const header of listOf(data['fullConversationHeadersOnly'])) {
    const { bubbleId, isDisplayOnly } = fieldsOf(header)
    if (typeof bubbleId === 'string') (isDisplayOnly === true ? shownIds : bubbleIds).push(bubbleId)
  }
  if (data['isDraft'] === true || (bubbleIds.length === 0 && inline.length === 0)) return undefined
  const parent = textOf(fieldsOf(data['subagentInfo'])['parentComposerId'])
  const title = textOf(data['name'])
  return {
    id,
    bubbleIds,
    shownIds,
    inline,
    children: listOf(data['subComposerIds']).flatMap((child) => textOf(child) ?? []),
    facts: {
      id,
      title: title === undefined ? undefined : wellFormed(title),
      cwd: folderOf(data['workspaceIdentifier']),
      model: modelOf(fieldsOf(data['modelConfig'])['modelName']),
      parent,
      kind: parent === undefined ? undefined : 'sub-agent',
      startedAt: timeOf(data['createdAt']),
      updatedAt: timeOf(data['lastUpdatedAt']),
    },
  }
}

/** What a bubble tells of its conversation, when that itself does not. */
export function addBubbleFacts(facts: GatheredFacts, bubble: Fields): void {
  facts.cwd ??= uriPath(bubble['workspaceProjectDir']) ?? uriPath(listOf(bubble['workspaceUris'])[0])
  facts.model ??= modelOf(fieldsOf(bubble['modelInfo'])['modelName'])
}

/** Which one it was when Cursor chose itself, nobody knows. */
function modelOf(name: unknown): string | undefined {
  return name === 'default' ? undefined : textOf(name)
}

function folderOf(identifier: unknown): string | undefined {
  const { uri, configPath } = fieldsOf(identifier)
  return uriPath(uri) ?? uriPath(configPath)
}
