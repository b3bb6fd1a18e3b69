import { ChatCliError } from '../errors.ts'
import type { ContextMode } from './context.ts'
import {
  type ModeLimits,
  modeLimits,
  mostDescription,
  mostTags,
  nameLength,
  tagLength,
} from './context-limits.ts'

/**
 * A name as it is kept: without white space around it, in Unicode's composed form.
 *
 * @throws ChatCliError `invalid-name`
 */
export function checkContextName(given: string): string {
  const name = given.trim().normalize('NFC')
  const length = charactersIn(name)
  const isRight = /^[\p{L}\p{M}\p{N}_ -]+$/u.test(name) && !name.startsWith('-')
  if (isRight && length >= nameLength.least && length <= nameLength.most) return name
  throw new ChatCliError('invalid-name', `"${given}" cannot be the name of a context`, {
    hint: `A name has ${nameLength.least} to ${nameLength.most} letters, digits, spaces, - or _, and does not begin with -.`,
  })
}

/** @throws ChatCliError `usage` */
export function checkDescription(description: string): string {
  if (charactersIn(description) <= mostDescription) return description
  throw new ChatCliError('usage', `The description has ${charactersIn(description)} characters`, {
    hint: `It may have ${mostDescription}.`,
  })
}

/** Tags without empty ones and repetitions. @throws ChatCliError `usage` */
export function checkTags(given: readonly string[]): readonly string[] {
  const tags = [...new Set(given.map((tag) => tag.trim()).filter((tag) => tag !== ''))]
  if (tags.length > mostTags) {
    throw new ChatCliError('usage', `These are ${tags.length} tags`, {
      hint: `A context may have ${mostTags}.`,
    })
  }
  const { least, most } = tagLength
  const wrong = tags.find((tag) => charactersIn(tag) < least || charactersIn(tag) > most)
  if (wrong === undefined) return tags
  throw new ChatCliError('usage', `"${wrong}" cannot be a tag`, {
    hint: `A tag has ${least} to ${most} characters.`,
  })
}

/**
 * Refuses what is too much for a mode, or nothing at all.
 *
 * @throws ChatCliError `usage`, with what could be done
 */
export function checkAmount(mode: ContextMode, { files, bytes }: ModeLimits): void {
  const most = modeLimits[mode]
  if (files === 0 || bytes === 0) {
    throw new ChatCliError('usage', 'There is no text in these files', {
      hint: 'Binary files, empty files and what a .gitignore names are left out; name other paths.',
    })
  }
  const other = mode === 'knowledge' ? 'Name fewer paths.' : 'Name fewer paths, or use --mode knowledge.'
  if (files > most.files) {
    throw new ChatCliError(
      'usage',
      `There are ${files} files; a context in mode ${mode} has ${most.files} at most`,
      {
        hint: other,
      },
    )
  }
  if (bytes > most.bytes) {
    throw new ChatCliError(
      'usage',
      `The files have ${megabytes(bytes)}; a context in mode ${mode} has ${megabytes(most.bytes)} at most`,
      { hint: other },
    )
  }
}

/** A size in an error. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(bytes < 10_485_760 ? 1 : 0)} MB`
}

function charactersIn(text: string): number {
  return Array.from(text).length
}
