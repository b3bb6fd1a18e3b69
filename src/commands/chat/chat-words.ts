import type { Catalogue } from '../../text/catalogue.ts'

/**
 * The catalogue for a person who is in the chat: what it proposes to type begins with a slash, where the chat has the
 * command too.
 */
export function chatWords(text: Catalogue): Catalogue {
  return {
    ...text,
    sessionDeleted: (name) => slashed(text.sessionDeleted(name)),
    restoreHint: slashed(text.restoreHint),
    sessionListEmpty: slashed(text.sessionListEmpty.replace(/ --from .*$/, '')),
    listHint: slashed(text.listHint),
    allHint: slashed(text.allHint),
    searchHint: slashed(text.searchHint),
    nextPage: (name, offset) => slashed(text.nextPage(name, offset)),
    nextTranscriptPage: (name, from) => slashed(text.nextTranscriptPage(name, from)),
    fromStore: (sentence) => slashed(text.fromStore(sentence)),
    hints: { ...text.hints, usage: text.chat.helpHint, 'not-found': slashed(text.hints['not-found']) },
    context: slashedAll(text.context),
    storage: slashedAll(text.storage),
    doctor: slashedAll(text.doctor),
    config: {
      ...text.config,
      listHint: slashed(text.config.listHint),
      emptyHint: (key) => slashed(text.config.emptyHint(key)),
    },
  }
}

function slashed(sentence: string): string {
  return sentence
    .replace(
      /`?\bchatcli (session|search|config|index|context|storage|trash|doctor|verify)\b/g,
      (found, word: string) => {
        return `${found.startsWith('`') ? '`' : ''}/${word}`
      },
    )
    .replace(/(\/context .*?) --session (?:NAME|NOME)\b/g, '$1')
}

/** Every sentence of a family of texts. */
function slashedAll<T extends object>(texts: T): T {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]: [string, unknown]) => {
      if (typeof value === 'string') return [key, slashed(value)]
      if (typeof value === 'object' && value !== null) return [key, slashedAll(value)]
      if (typeof value !== 'function') return [key, value]
      return [
        key,
        (...given: unknown[]) => slashed(String((value as (...all: unknown[]) => unknown)(...given))),
      ]
    }),
  ) as T
}
