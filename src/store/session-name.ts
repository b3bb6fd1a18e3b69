import { ChatCliError } from '../errors.ts'

/** Names that begin like this are given by the program itself. */
const MACHINE_PREFIXES = ['autosave-', 'mcp-'] as const

const NAME = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}$/
/** Windows keeps these for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i

export interface CheckNameOptions {
  /** Allow names with a machine prefix: for reading and deleting, not for naming. */
  readonly machine?: boolean
}

/**
 * The one check for a session name, at every entrance.
 *
 * @throws ChatCliError `invalid-name`, with a valid form of the same name in the hint
 */
export function checkSessionName(name: string, { machine = false }: CheckNameOptions = {}): string {
  const problem = nameProblem(name)
  if (problem !== undefined) {
    const hint = `Names are 1 to 128 letters, digits, ".", "_" and "-", beginning with a letter or digit. Try "${suggestName(name)}".`
    throw new ChatCliError('invalid-name', `"${name}" is not a session name: ${problem}`, { hint })
  }
  if (!machine && hasMachinePrefix(name)) {
    const hint = `Names beginning with ${MACHINE_PREFIXES.join(' or ')} are given by the program. Try "${suggestName(name)}".`
    throw new ChatCliError('invalid-name', `"${name}" cannot be given to a session`, { hint })
  }
  return name
}

/** True for a name, transcript id or other file stem that is safe to use as one. */
export function isSafeName(name: string): boolean {
  return nameProblem(name) === undefined
}

export function hasMachinePrefix(name: string): boolean {
  return MACHINE_PREFIXES.some((prefix) => name.toLowerCase().startsWith(prefix))
}

/** A valid name that looks like the given text: `documentação-site` gives `documentacao-site`. */
export function suggestName(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '')
  const stem = plain
    .replace(/[^a-zA-Z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[^a-zA-Z0-9]+/, '')
    .slice(0, 100)
    .replace(/[.-]+$/, '')
  const name = stem === '' ? 'session' : stem
  if (DEVICE.test(name)) return `session-${name}`
  return hasMachinePrefix(name) ? `my-${name}` : name
}

function nameProblem(name: string): string | undefined {
  if (name === '') return 'it is empty'
  if (!NAME.test(name)) return 'it has a character or a length that is not allowed'
  if (name.includes('..')) return 'it contains ".."'
  if (name.endsWith('.')) return 'it ends with a dot'
  if (DEVICE.test(name)) return 'Windows keeps it for a device'
  return undefined
}
