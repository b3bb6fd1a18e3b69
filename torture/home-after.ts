import { ChatCliError } from '../src/errors.ts'
import { indexProblem } from './index-answers.ts'
import { observeHome } from './observe-home.ts'
import { type RealOperation, oneKey } from './operations.ts'
import type { World } from './talk-world.ts'

/** What a home holds that an operation is about to be done to. @param scratch as `observeHome` */
export function homeBefore(home: string, scratch: string, operation: RealOperation): World {
  return observeHome(home, scratch, keysBefore(operation))
}

/** The same once it was begun: until the home says that it has a new key, it opens with the old one. */
export function homeAfter(
  home: string,
  scratch: string,
  operation: RealOperation,
  options: { readonly mayBeTorn?: boolean } = {},
): World {
  return withKeysAfter(operation, (keys) => observeHome(home, scratch, keys, options))
}

/** What is wrong with the answers of its index then. */
export function homeIndexProblem(
  home: string,
  scratch: string,
  operation: RealOperation,
): string | undefined {
  return withKeysAfter(operation, (keys) => indexProblem(home, scratch, keys))
}

function withKeysAfter<T>(operation: RealOperation, look: (keys: readonly string[]) => T): T {
  try {
    return look(operation.keysAfter ?? keysBefore(operation))
  } catch (error) {
    if (!(error instanceof ChatCliError && error.code === 'key')) throw error
    return look(keysBefore(operation))
  }
}

function keysBefore({ template }: RealOperation): readonly string[] {
  return template === 'sealed' ? [oneKey] : []
}
