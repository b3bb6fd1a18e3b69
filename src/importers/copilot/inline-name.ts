import { type Fields, fieldsOf, textOf } from '../shared/fields.ts'

/**
 * The name that a reference within a sentence shows, as code: its own, that of a symbol, or the last part of the path of a
 * file. Empty when nothing is known of it.
 */
export function inlineName(item: Fields): string {
  const reference = fieldsOf(item['inlineReference'])
  const uris = [reference, fieldsOf(reference['uri']), fieldsOf(fieldsOf(reference['location'])['uri'])]
  const path = uris.map(({ path, fsPath, external }) => textOf(path) ?? textOf(fsPath) ?? textOf(external))
  const name =
    textOf(item['name']) ??
    textOf(reference['name']) ??
    path
      .find((found) => found !== undefined)
      ?.split(/[/\\]/)
      .findLast((part) => part !== '')
  return name === undefined ? '' : `\`${name}\``
}
