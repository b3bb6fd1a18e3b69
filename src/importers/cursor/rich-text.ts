import { fieldsOf, listOf, textOf } from '../shared/fields.ts'

const DEPTH = 100

/** The plain text of what an editor of Cursor holds: a tree of nodes as JSON. Empty when it is none. */
export function richText(json: unknown): string {
  if (typeof json !== 'string') return textIn(json, 0).trim()
  try {
    return textIn(JSON.parse(json), 0).trim()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return ''
  }
}

function textIn(node: unknown, depth: number): string {
  const { root, text, type, children } = fieldsOf(node)
  if (depth > DEPTH) return ''
  if (root !== undefined) return textIn(root, depth + 1)
  if (type === 'linebreak') return '\n'
  const inner = listOf(children).map((child) => textIn(child, depth + 1))
  const isBlock = type === 'paragraph' || type === 'listitem' || type === 'heading' || type === 'code'
  return `${textOf(text) ?? ''}${inner.join('')}${isBlock ? '\n' : ''}`
}
