import { ChatCliError } from '../../errors.ts'

/** Whether arguments can be read: false when reading them throws what a person, or a model, can cause. */
export function makesSense(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof ChatCliError) return false
    throw error
  }
}
