import { planRewrite } from '../../src/conversation/plan-rewrite.ts'
import { join } from 'node:path'
import { writeDurably } from '../../src/disk/write-durably.ts'
import { prepareHome } from '../../src/store/prepare-home.ts'
import type { StoreContext } from '../../src/store/store-context.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../../src/disk/simulated-disk.ts'
import { newLive } from '../../src/store/open-live.ts'
import { messagesOf } from './operation.ts'
import { newProcess, START } from './new-process.ts'

/**
 * A small store, all of it on the device: `alpha` with three messages, and for `two` also `beta`, which was compacted
 * and has a message behind its summary. `nothing`: no home yet. `plain`: `alpha` is a file of another program, without a transcript.
 */
export function firstStore(which: 'one' | 'two' | 'plain' | 'nothing'): SimulatedDisk {
  const disk = createSimulatedDisk({ nowMs: START - 10_000 })
  if (which === 'nothing') return disk
  const context = newProcess(disk, 0)
  if (which === 'plain') {
    putPlainFile(context)
    return settled(disk)
  }
  const alpha = newLive(context, { name: 'alpha' })
  alpha.append(messagesOf(['alpha0', 'alpha1', 'alpha2']))
  alpha.save()
  alpha.close()
  if (which === 'two') {
    const beta = newLive(context, { name: 'beta' })
    beta.append(messagesOf(['beta0', 'beta1']))
    const seen = beta.state().window
    const summary = { role: 'user', content: 'sum', meta: { is_summary: true } }
    beta.record(
      planRewrite({
        reason: 'compact',
        seen,
        keep: [],
        puts: [{ instead: seen.map(({ ref }) => ref), message: summary }],
      }),
    )
    beta.append(messagesOf(['beta2']))
    beta.save()
    beta.close()
  }
  return settled(disk)
}

function putPlainFile(context: StoreContext): void {
  const { disk, home } = context
  prepareHome(context)
  const history = messagesOf(['alpha0', 'alpha1', 'alpha2']).map(({ role, content }) => ({ role, content }))
  const bytes = Buffer.from(JSON.stringify({ version: 1, chat_history: history }))
  writeDurably(disk, join(home.sessions, 'alpha.json'), bytes, {
    replace: false,
    randomName: () => context.randomHex(16),
  })
}

/** As after a good night's sleep: everything is on the device. */
function settled(disk: SimulatedDisk): SimulatedDisk {
  const last = [...disk.crashStates({ limit: 2 })].at(-1)
  if (last === undefined) throw new Error('there is always a state with everything kept')
  return last.disk
}
