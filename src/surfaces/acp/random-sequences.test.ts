import { methods } from '@agentclientprotocol/sdk/unstable'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { says } from '../../agent/scripted-model.suite.ts'
import { acpHomeWorld, type Editor, loaded, wordsIn } from './acp-harness.suite.ts'

const { session } = methods.agent

/** What an editor does next; the number chooses among its sessions. */
type Step =
  | { readonly kind: 'new' | 'close' | 'resume' | 'restart' | 'list' | 'cancel' }
  | { readonly kind: 'prompt' | 'together'; readonly on: number }
  | { readonly kind: 'delete' | 'fork' | 'detach' | 'save'; readonly on: number }

const on = fc.nat({ max: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('new' as const) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('prompt' as const, 'together' as const), on }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('close' as const, 'resume', 'restart', 'list', 'cancel') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('delete' as const, 'fork', 'detach', 'save'), on }),
  },
)

describe('whatever an editor does', () => {
  it('each session has what was said in it, in order, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
        const home = acpHomeWorld()
        const answers = Array.from({ length: 100 }, () => says('ok'))
        let editor: Editor = await home.editor({ answers })
        /** By session, what the person said. */
        const said = new Map<string, readonly string[]>()
        let count = 0
        said.set(await editor.begin(), [])
        const chosen = (number: number): string | undefined =>
          [...said.keys()][number % Math.max(1, said.size)]
        const note = (id: string, words: string): void => void said.set(id, [...(said.get(id) ?? []), words])
        for (const next of steps) {
          const id = 'on' in next ? chosen(next.on) : chosen(0)
          if (next.kind === 'new') said.set(await editor.begin(), [])
          else if (next.kind === 'restart') {
            await editor.leave()
            editor = await home.editor({ answers })
          } else if (next.kind === 'list') {
            const { sessions } = await editor.agent.request(session.list, {})
            const listed = new Set(sessions.map(({ sessionId }) => sessionId))
            for (const [known, words] of said) if (words.length > 0) expect(listed).toContain(known)
          } else if (id === undefined) continue
          else if (next.kind === 'close') await editor.agent.request(session.close, { sessionId: id })
          else if (next.kind === 'cancel') await editor.agent.notify(session.cancel, { sessionId: id })
          else if (next.kind === 'resume') {
            if ((said.get(id) ?? []).length > 0)
              await editor.agent.request(session.resume, { sessionId: id, cwd: '/desk' })
          } else if (next.kind === 'delete') {
            await editor.agent.request(session.delete, { sessionId: id })
            said.delete(id)
          } else if ((said.get(id) ?? []).length === 0 && next.kind !== 'prompt') continue
          else if (next.kind === 'prompt' || next.kind === 'together') {
            const words = `[${count++}]`
            const late =
              next.kind === 'together' ? editor.prompt(id, 'refused').catch(() => 'busy') : undefined
            if (late !== undefined) note(id, 'refused')
            const outcome = await editor.prompt(id, words).catch(() => 'busy')
            if (outcome !== 'busy') note(id, words)
            await late
          } else if (next.kind === 'fork') {
            const fork = await editor.agent.request(session.fork, { sessionId: id, cwd: '/desk' })
            said.set(fork.sessionId, said.get(id) ?? [])
          } else if (next.kind === 'save') await editor.prompt(id, `/session save s${count++}`)
          else await editor.prompt(id, '/session detach')
        }
        for (const [id, words] of said) {
          if (words.length === 0) continue
          expect(wordsIn(await loaded(editor, id), 'user_message_chunk')).toBe(words.join(''))
        }
        await editor.leave()
      }),
      { numRuns: 30 },
    )
  })
})
