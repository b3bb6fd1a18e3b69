import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ChatCli } from '../../chatcli.ts'
import { pairProblems } from '../../conversation/compaction/conversation.suite.ts'
import { markedKeys } from '../../conversation/compaction/recall-marker.ts'
import type { ConversationState } from '../../conversation/fold-state.ts'
import type { Message } from '../../conversation/message.ts'
import { refKey } from '../../conversation/range-set.ts'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { ChatCliError } from '../../errors.ts'
import type { Model } from '../../models/model.ts'
import { openChatCli } from '../../open-chatcli.ts'
import { ActiveConversation } from '../active-conversation.ts'
import { undoCompaction } from '../rewind/undo-compaction.ts'
import type { Tool } from '../tool.ts'
import { runTurn } from '../turn.ts'
import { type Compactor, createCompactor } from './compactor.ts'

const HOUR = 3_600_000

const step = fc.record({
  does: fc.constantFrom(
    'turn',
    'tools',
    'tools',
    'tools',
    'other',
    'begin',
    'finish',
    'compact',
    'undo',
    'fork',
    'restart',
    'kill',
    'forget',
  ),
  a: fc.nat(40),
})

interface Surface {
  readonly chatcli: ChatCli
  readonly conversation: ActiveConversation
  readonly compactor: Compactor
  readonly crashAt: (k: number) => void
}

const shown = ({ window }: Pick<ConversationState, 'window'>): readonly string[] =>
  window.map(({ ref, message }) => `${refKey(ref)} ${message.role} ${message.content}`)

/** A person, models and surfaces on one home. */
function world() {
  const disk = createSimulatedDisk({ nowMs: Date.UTC(2026, 4, 4, 9) })
  let time = Date.UTC(2026, 4, 4, 12)
  const now = (): number => (time += 10)
  let ids = 0
  const openMemory = (own = disk.anotherProcess()): ChatCli =>
    openChatCli({ home: '/home/ada/.chatcli', disk: own, now, timeZone: 'UTC' })
  const surface = (name: string): Surface => {
    const own = disk.anotherProcess()
    const chatcli = openMemory(own)
    const later = (): (() => void) => () => undefined
    const options = { now, later, autosave: true, writeThrough: true }
    const conversation = new ActiveConversation(chatcli.sessions, options)
    conversation.attach(name)
    const compactor = createCompactor({
      archive: chatcli.archive,
      contextWindow: () => Promise.resolve(900),
      microcompact: { minContent: 600, headChars: 200, tailChars: 80 },
      skillAgeTurns: 6,
      now,
      newMark: () => `mark${++ids}`,
    })
    return { chatcli, conversation, compactor, crashAt: (k) => own.crashAt(k) }
  }
  return { disk, openMemory, surface, pass: (ms: number) => (time += ms), now, newId: () => `call-${++ids}` }
}

type World = ReturnType<typeof world>

/** It looks so often, then answers; what it is given is checked. */
function parrot(looks: number): Model {
  let asked = 0
  return {
    provider: 'scripted',
    id: 'parrot-1',
    isLocal: true,
    toolCalls: 'native',
    async *answer({ messages, instructions }) {
      await Promise.resolve()
      const isSummary = instructions.includes('conversation-mark')
      if (!isSummary) expect(pairProblems(messages)).toBe(0)
      if (!isSummary && ++asked <= looks) {
        const call = { id: `c${asked}`, name: 'look', arguments: { at: asked } }
        yield { kind: 'tool-call', call }
        yield { kind: 'end', reason: 'tool-calls', usage: undefined }
        return
      }
      yield { kind: 'text', text: isSummary ? '## Facts\n- it was said' : 'an answer' }
      yield { kind: 'end', reason: 'stop', usage: undefined }
    },
  }
}

async function takeTurn(
  { conversation, compactor }: Surface,
  words: string,
  looks: readonly string[],
  { now, newId }: World,
): Promise<void> {
  const results = looks.values()
  const look: Tool = {
    name: 'look',
    about: 'Looks.',
    input: { type: 'object' },
    isReadOnly: () => true,
    needs: () => undefined,
    run: () => Promise.resolve({ text: results.next().value ?? '', isError: false }),
  }
  await runTurn(
    { role: 'user', content: words },
    {
      conversation,
      model: parrot(looks.length),
      mode: 'agent',
      instructions: '',
      tools: [look],
      decide: () => Promise.resolve({ allowed: true }),
      signal: new AbortController().signal,
      compactor,
      maxSteps: 20,
      now,
      newId,
      onEvent: () => undefined,
    },
  )
  conversation.flush()
}

/** Whoever reads it, from the snapshot on, from the first byte, or here, sees the same, and everything is there. */
function check({ conversation, chatcli }: Surface, { openMemory }: World, said: ReadonlySet<string>): void {
  conversation.beginTurn()
  conversation.live.save()
  const here = shown(conversation.live.state())
  const name = conversation.name ?? ''
  const { sessions } = openMemory()
  const opened = sessions.open(name)
  expect(shown(opened.state())).toEqual(here)
  const whole = opened.whole()
  expect(shown({ window: whole.window() })).toEqual(here)
  expect(whole.state().settings).toEqual(opened.state().settings)
  const texts = new Set(sessions.record(name).messages.map(({ message }) => message.content))
  for (const text of said) expect(texts).toContain(text)
  const keys = new Set(opened.state().settings.archive_keys)
  for (const { message } of opened.state().window) {
    for (const key of markedKeys(message.content)) {
      expect(keys).toContain(key)
      expect(chatcli.archive.get(key, { from: opened })).toBeDefined()
    }
  }
  opened.close()
}

/** The number of what is said is a word that nothing else has. */
const wordOf = (count: number): string => `kelp${count}reef`

it('whatever is said, compacted, taken back, forked, killed and opened again: everyone sees the same, nothing is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (list) => {
      const sea = world()
      let here = sea.surface('sea')
      let count = 0
      const said = new Set<string>()
      const say = (longest: number): string => {
        const text = `${wordOf(++count)} ${'the tide goes out '.repeat(longest)}`
        said.add(text)
        return text
      }
      await takeTurn(here, say(1), [], sea)
      let other = sea.surface('sea')
      let begun: string | undefined
      const finish = (): void => {
        if (begun === undefined) return
        const message: Message = { role: 'assistant', content: 'at last' }
        other.conversation.live.append([message], { turn: begun })
        begun = undefined
      }
      for (const { does, a } of list) {
        if (does === 'turn') await takeTurn(here, say(a), [], sea)
        else if (does === 'tools')
          await takeTurn(
            here,
            say(2),
            Array.from({ length: 1 + (a % 6) }, () => say(20 + a)),
            sea,
          )
        else if (does === 'other') {
          // A surface does one thing at a time.
          finish()
          await takeTurn(other, say(3), [say(60)], sea)
        } else if (does === 'begin' && begun === undefined) {
          begun = other.conversation.live.newTurn()
          other.conversation.live.append([{ role: 'user', content: say(1) }], { turn: begun, end: false })
        } else if (does === 'finish') finish()
        else if (does === 'compact' || does === 'undo') {
          here.conversation.beginTurn()
          const { live } = here.conversation
          const before = shown(live.state())
          const open = live.state().window.filter(({ turn }) => turn === begun)
          const model = a % 2 === 0 ? parrot(0) : undefined
          const signal = new AbortController().signal
          try {
            if (does === 'undo') undoCompaction(here.conversation)
            else {
              const { rewrite } = await here.compactor.compact({ live, model, signal })
              const after = shown(live.state())
              for (const one of shown({ window: open })) expect(after).toContain(one)
              if (rewrite === undefined || a <= 20) continue
              undoCompaction(here.conversation)
              expect(shown(live.state())).toEqual(before)
            }
          } catch (error) {
            if (!(error instanceof ChatCliError) || !['refused', 'not-found'].includes(error.code))
              throw error
          }
        } else if (does === 'fork' || does === 'restart') {
          finish()
          here.conversation.beginTurn()
          const before = here.conversation.messages
          if (does === 'fork') here.conversation.fork(`fork-${++count}`)
          const name = here.conversation.name ?? ''
          here.conversation.leave()
          here = sea.surface(name)
          expect(here.conversation.messages).toEqual(before)
          other.conversation.leave()
          other = sea.surface(name)
        } else if (does === 'kill') {
          const name = here.conversation.name ?? ''
          here.crashAt(1 + a)
          // What of it was acknowledged is not known here; what was said before is all that must be there.
          await takeTurn(here, 'perhaps', ['x '.repeat(900), 'y '.repeat(900)], sea).catch(() => undefined)
          here = sea.surface(name)
          // A turn of a process that is gone is over after an hour.
          finish()
          sea.pass(HOUR + 1)
        } else if (does === 'forget') {
          // The archive is a convenience: everything in it can be made again.
          for (const file of sea.disk.list('/home/ada/.chatcli/ccr'))
            sea.disk.unlink(`/home/ada/.chatcli/ccr/${file}`)
        }
        check(here, sea, said)
      }
      const memory = sea.openMemory()
      for (let i = 1; i <= count; i++) {
        const isSaid = [...said].some((text) => text.startsWith(`${wordOf(i)} `))
        const names = memory.search(wordOf(i)).sessions.map(({ name }) => name)
        if (isSaid) expect(names.length, wordOf(i)).toBeGreaterThan(0)
      }
    }),
    { seed: 11, numRuns: 40 },
  )
}, 60_000)
