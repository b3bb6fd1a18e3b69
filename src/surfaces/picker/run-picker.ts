import type { CommandContext } from '../../commands/command.ts'
import type { PickerMemory } from '../../commands/picker/picker-memory.ts'
import type { PickResult } from '../../commands/picker/pick-result.ts'
import { ChatCliError } from '../../errors.ts'
import { keyDecoder } from './decode-keys.ts'
import { doEffect } from './do-effect.ts'
import { latestOnly } from './latest-only.ts'
import type { PickerDeed, PickerEffect, PickerEvent } from './picker-state.ts'
import type { PickerTerminal } from './picker-terminal.ts'
import { renderPicker } from './render-picker.ts'
import { screenWriter } from './screen-writer.ts'
import { startPickerState } from './start-picker-state.ts'
import { updatePicker } from './update-picker.ts'

export interface PickerEdge {
  readonly context: CommandContext
  readonly colour: boolean
  /** Reads; told how far the first index got. It is closed at the end. */
  readonly memory: (
    onProgress: (progress: { readonly done: number; readonly total: number }) => void,
  ) => PickerMemory
  readonly terminal: PickerTerminal
  /** Runs work after that many milliseconds; gives what takes that back. */
  readonly later: (work: () => void, ms: number) => () => void
}

/** Milliseconds without a key before a query is asked, and after which an Escape stands alone. */
const typingPause = 40
const escapePause = 50

/**
 * Shows the picker until the person has chosen, or leaves.
 *
 * @returns undefined when nothing was chosen
 * @throws ChatCliError `interrupted` when the process is to end
 */
export function runPicker(query: string, edge: PickerEdge): Promise<PickResult | undefined> {
  const { context, colour, terminal, later } = edge
  const { text, timeZone } = context
  const screen = screenWriter((written) => terminal.write(written))
  const decoder = keyDecoder()
  const timers = new Map<'search' | 'escape', () => void>()
  const started = startPickerState(query, terminal.size())
  let { state } = started
  let isOver = false

  return new Promise((resolve, reject) => {
    // What reads takes time to begin: the first frame does not wait for it.
    let opened: PickerMemory | undefined
    const memory = (): PickerMemory =>
      (opened ??= edge.memory((progress) => dispatch({ kind: 'progress', ...progress })))
    const reading = <T>(
      what: PickerEffect['kind'],
      read: () => Promise<T>,
      told: (value: T) => PickerEvent,
    ) =>
      read().then(
        (value) => dispatch(told(value)),
        (error: unknown) => fail(error, what),
      )
    const lists = latestOnly(() =>
      reading(
        'list',
        () => memory().list(),
        (list) => ({ kind: 'listed', list }),
      ),
    )
    const searches = latestOnly(({ query: words, most }: Extract<PickerEffect, { kind: 'search' }>) =>
      reading(
        'search',
        () => memory().search(words, most),
        (answer) => ({ kind: 'answered', query: words, answer }),
      ),
    )
    const previews = latestOnly((asked: Extract<PickerEffect, { kind: 'preview' }>) =>
      reading(
        'preview',
        () => memory().preview(asked.name, asked.query, asked.position),
        (preview) => ({ kind: 'previewed', preview }),
      ),
    )

    const paint = (): void => {
      if (!isOver) screen.draw(renderPicker(state, { text, colour, timeZone }))
    }
    const end = (settle: () => void): void => {
      if (isOver) return
      isOver = true
      for (const cancel of timers.values()) cancel()
      searches.drop()
      previews.drop()
      screen.leave()
      terminal.close()
      opened?.close()
      settle()
    }
    /** What a person can cause is told on the screen; everything else ends the picker, with the screen as it was. */
    const fail = (error: unknown, what: PickerEffect['kind']): void => {
      if (isOver) return
      if (!(error instanceof ChatCliError))
        return end(() => reject(error instanceof Error ? error : new Error(String(error))))
      dispatch({ kind: 'failed', message: text.fromStore(error.message), what })
    }
    const restart = (name: 'search' | 'escape', ms: number, work: () => void): void => {
      timers.get(name)?.()
      const run = (): void => {
        timers.delete(name)
        if (!isOver) work()
      }
      timers.set(name, later(run, ms))
    }
    const enter = (): void => {
      terminal.open({
        onInput: (bytes) => guarded(() => typed(decoder.push(bytes))),
        onResize: () =>
          guarded(() => {
            screen.forget()
            dispatch({ kind: 'resized', size: terminal.size() })
          }),
        onEnd: (reason) =>
          end(() =>
            reason === 'input'
              ? resolve(undefined)
              : reject(new ChatCliError('interrupted', text.chat.notices.stopped)),
          ),
      })
      screen.enter()
    }
    const doDeed = (deed: PickerDeed, isRemembered: boolean): void => {
      try {
        const { undo, ...done } = doEffect(deed, context, (sequence) => terminal.write(sequence))
        update(undo === undefined || !isRemembered ? done : { ...done, undo })
      } catch (error) {
        fail(error, deed.kind)
      }
    }
    const perform = (effect: PickerEffect): void => {
      switch (effect.kind) {
        case 'list':
          lists.ask(effect)
          break
        case 'read-trash':
          void reading(
            'read-trash',
            () => memory().trash(),
            (trash) => ({ kind: 'trash-read', trash }),
          )
          break
        case 'search':
          searches.drop()
          timers.get('search')?.()
          if (effect.query !== '') restart('search', typingPause, () => searches.ask(effect))
          break
        case 'preview':
          previews.ask(effect)
          break
        case 'redraw':
          screen.forget()
          break
        case 'suspend':
          screen.leave()
          terminal.suspend(() => {
            if (isOver) return
            enter()
            dispatch({ kind: 'resized', size: terminal.size() })
          })
          break
        case 'finish':
          end(() => resolve(effect.result))
          break
        case 'take-back':
          doDeed(effect.deed, false)
          break
        default:
          doDeed(effect, true)
      }
    }
    const update = (event: PickerEvent): void => {
      if (isOver) return
      const next = updatePicker(state, event, text.picker)
      state = next.state
      for (const effect of next.effects) perform(effect)
    }
    const dispatch = (event: PickerEvent): void =>
      guarded(() => {
        update(event)
        paint()
      })
    const typed = (keys: ReturnType<typeof decoder.push>): void => {
      for (const key of keys) update({ kind: 'key', key })
      paint()
      if (decoder.isWaiting) restart('escape', escapePause, () => guarded(() => typed(decoder.flush())))
      else timers.get('escape')?.()
    }
    const guarded = (work: () => void): void => {
      try {
        work()
      } catch (error) {
        end(() => reject(error instanceof Error ? error : new Error(String(error))))
      }
    }

    guarded(() => {
      enter()
      paint()
      for (const effect of started.effects) {
        if (effect.kind === 'search') searches.ask(effect)
        else perform(effect)
      }
    })
  })
}
