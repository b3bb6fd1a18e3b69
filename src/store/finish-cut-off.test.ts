import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { finishCutOff } from './finish-cut-off.ts'
import { newLive, openLive, recoverLive } from './open-live.ts'
import { readCatalogue } from './catalogue.ts'
import { type StoreContext, testContext } from './store-context.ts'

/** A conversation whose writer died while its second answer came. */
function cutOff(name?: string): StoreContext {
  const context = testContext(createSimulatedDisk(), { isProvablyDead: () => true })
  const live = newLive(context, name === undefined ? {} : { name })
  live.append([
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: 'Hello.' },
  ])
  if (name !== undefined) live.save()
  const turn = live.newTurn()
  const data = { provider: 'scripted', model: 'parrot-1' }
  live.append([{ role: 'user', content: 'tides?', meta: { mode: 'agent' } }], {
    turn,
    end: false,
    also: [{ kind: 'mark', mark: 'dispatch', data }],
  })
  const part = (text: string) =>
    live.append([], { turn, end: false, also: [{ kind: 'mark', mark: 'partial', data: { text } }] })
  part('They come ')
  part('and go')
  return context
}

const unsavedName = (context: StoreContext): string => readCatalogue(context).rows[0]?.name ?? ''
const contents = (live: ReturnType<typeof openLive>): string[] =>
  live.state().window.map(({ message }) => message.content)

describe('finishCutOff', () => {
  it.each([['sea'], [undefined]])('keeps what had come of an answer (name %s)', (name) => {
    const context = cutOff(name)
    const live = name === undefined ? recoverLive(context, unsavedName(context)) : openLive(context, name)
    expect(finishCutOff(context, live)).toBe(1)
    expect(contents(live)).toEqual(['hi', 'Hello.', 'tides?', 'They come and go'])
    const meta = { mode: 'agent', provider: 'scripted', model: 'parrot-1', partial: true }
    expect(live.state().window.at(-1)?.message.meta).toEqual(meta)
    expect(live.state().openTurns).toEqual([])
    expect(finishCutOff(context, live)).toBe(0)
  })

  it('gives it the ids that were told while it came, and keeps the thoughts in front of it', () => {
    const context = cutOff('sea')
    const writer = openLive(context, 'sea')
    finishCutOff(context, writer)
    const turn = writer.newTurn()
    writer.append([{ role: 'user', content: 'when?' }], { turn, end: false })
    const ids = { id: `${turn}.1`, thoughtId: `${turn}.1.thought` }
    for (const part of [
      { text: '', thought: 'The ' },
      { text: 'High', thought: 'moon' },
      { text: ' water' },
    ]) {
      const data = { ...ids, ...part }
      writer.append([], { turn, end: false, also: [{ kind: 'mark', mark: 'partial', data }] })
    }
    const live = openLive(context, 'sea')
    finishCutOff(context, live)
    expect(live.state().window.slice(-2)).toMatchObject([
      { id: ids.thoughtId, message: { content: 'The moon', meta: { thinking: true } } },
      { id: ids.id, message: { content: 'High water' } },
    ])
  })

  it('writes it once when two surfaces do it', () => {
    const context = cutOff('sea')
    const [one, other] = [openLive(context, 'sea'), openLive(context, 'sea')]
    finishCutOff(context, one)
    finishCutOff(context, other)
    const after = openLive(context, 'sea')
    expect(contents(after)).toEqual(['hi', 'Hello.', 'tides?', 'They come and go'])
  })

  it('leaves the turn of a living writer alone', () => {
    const context = { ...cutOff('sea'), isProvablyDead: () => false }
    const live = openLive(context, 'sea')
    expect(finishCutOff(context, live)).toBe(0)
    expect(contents(live)).toHaveLength(3)
  })
})
