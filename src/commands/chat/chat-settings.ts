import { ChatCliError } from '../../errors.ts'
import { type ConfigFile, type Environment, type Settings, readSettings } from '../../settings.ts'
import type { CommandInput } from '../command.ts'
import { textOption } from '../input-values.ts'

/** Options of a chat that go before a setting, with the variable each stands for. */
const flags = {
  provider: 'CHATCLI_PROVIDER',
  model: 'CHATCLI_MODEL',
  mode: 'CHATCLI_MODE',
  'max-tokens': 'CHATCLI_MAX_TOKENS',
  timeout: 'CHATCLI_TIMEOUT',
} as const

/**
 * The settings of a chat: options over environment over file.
 *
 * @throws ChatCliError `usage`, naming the option or the setting
 */
export function chatSettings(
  options: CommandInput['options'],
  environment: Environment,
  file: ConfigFile | undefined,
): Settings {
  const input = { words: [], options }
  const given = Object.entries(flags).flatMap(([flag, variable]) => {
    const value = textOption(input, flag)
    return value === undefined ? [] : [{ flag: `--${flag}`, variable, value }]
  })
  const over = Object.fromEntries(given.map(({ variable, value }) => [variable, value]))
  try {
    return readSettings({ ...environment, ...over }, file)
  } catch (error) {
    if (!(error instanceof ChatCliError)) throw error
    const named = (text: string): string =>
      given.reduce(
        (words, { variable, flag }) =>
          words.replaceAll(`${variable}=`, `${flag} `).replaceAll(variable, flag),
        text,
      )
    throw new ChatCliError(error.code, named(error.message), {
      ...(error.hint === undefined ? {} : { hint: named(error.hint) }),
      cause: error,
    })
  }
}
