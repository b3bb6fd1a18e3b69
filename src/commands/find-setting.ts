import { ChatCliError } from '../errors.ts'
import { type Settings, settingNames, settingRows } from '../settings.ts'
import type { Catalogue } from '../text/catalogue.ts'
import { similarWords } from './similar-words.ts'

/**
 * The setting that a person means: by its key in any spelling (`max-tokens`, `max_tokens`, `maxTokens`) or by one of its
 * variables.
 *
 * @throws ChatCliError `not-found` with the keys that look like it
 */
export function findSetting(word: string, text: Catalogue): keyof Settings {
  const key = word
    .replace(/[a-z](?=[A-Z])/g, '$&-')
    .toLowerCase()
    .replaceAll('_', '-')
  const found =
    settingNames.find((name) => settingRows[name].key === key) ??
    settingNames.find((name) => settingRows[name].variables.includes(word))
  if (found !== undefined) return found
  throw new ChatCliError('not-found', text.config.noSetting(word), {
    hint: settingHint(key, text) ?? text.config.listHint,
  })
}

/** Which settings a key that none has may have meant; undefined when nothing looks like it. */
export function settingHint(key: string, text: Catalogue): string | undefined {
  const similar = similarWords(
    key,
    settingNames.map((name) => settingRows[name].key),
  )
  return similar.length === 0 ? undefined : text.didYouMean(similar)
}
