import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk/unstable'
import { type Mode, modes } from '../../agent/modes.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { sanitiseLine } from '../../text/sanitise.ts'

/** The value of the model option while no model is set up. */
export const memoryAlone = 'memory'

/** The modes of a session, as editors have them that know no options yet. */
export function modeState(current: Mode, { acp }: Catalogue): SessionModeState {
  return {
    currentModeId: current,
    availableModes: modes.map((id) => ({ id, name: acp.modes[id].name, description: acp.modes[id].about })),
  }
}

export interface ConfigChoice {
  readonly mode: Mode
  /** Undefined while no model is set up. */
  readonly model: string | undefined
  /** What else the provider has, as far as that is known. */
  readonly models: readonly string[]
}

/** What can be chosen in a session: its mode and its model. */
export function configOptions(
  { mode, model, models }: ConfigChoice,
  { acp }: Catalogue,
): SessionConfigOption[] {
  const offered = model === undefined ? [] : [...new Set([model, ...models])]
  const named = offered.map((id) => ({ value: id, name: sanitiseLine(id) }))
  const none = [{ value: memoryAlone, name: acp.memory, description: acp.memoryAbout }]
  return [
    {
      id: 'mode',
      category: 'mode',
      name: acp.modeOption,
      type: 'select',
      currentValue: mode,
      options: modes.map((id) => ({ value: id, name: acp.modes[id].name, description: acp.modes[id].about })),
    },
    {
      id: 'model',
      category: 'model',
      name: acp.modelOption,
      type: 'select',
      currentValue: model ?? memoryAlone,
      options: model === undefined ? none : named,
    },
  ]
}
