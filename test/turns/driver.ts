import { writeSync } from 'node:fs'
import { argv, stdin } from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { ActiveConversation } from '../../src/agent/active-conversation.ts'
import type { Tool } from '../../src/agent/tool.ts'
import { runTurn } from '../../src/agent/turn.ts'
import type { Message } from '../../src/conversation/message.ts'
import type { Model } from '../../src/models/model.ts'
import { openModel } from '../../src/models/open-model.ts'
import { openChatCli } from '../../src/open-chatcli.ts'
import { hashOf } from './hash-of.ts'
import { scriptOf, tagOf } from './turn-script.ts'

/** A line of a driver. */
export type Told =
  /** A turn begins; nothing of it is acknowledged yet. */
  | { readonly on: 'begin'; readonly tag: string }
  /** These messages of the turn, all so far, are acknowledged. */
  | { readonly on: 'kept'; readonly tag: string; readonly messages: readonly string[] }
  | { readonly on: 'end'; readonly tag: string }
  | { readonly on: 'notice'; readonly kind: string }
  /** What must not happen. */
  | { readonly on: 'trouble'; readonly what: string }
  | { readonly on: 'window'; readonly hash: string; readonly messages: number; readonly open: number }
  /** A command is done. */
  | { readonly on: 'done'; readonly line: string }

// Usage: driver HOME URL; takes commands on standard input, tells on standard output what is acknowledged.
const [, , home = '', url = ''] = argv

/** At once, so that what was told was true before any kill. */
function tell(told: Told): void {
  writeSync(1, `${JSON.stringify(told)}\n`)
}

/** Answers come frame by frame, so that there is a middle to be killed in. */
const pacedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.body === null) return response
  const frames = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(
    new TransformStream<string, Uint8Array>({
      async transform(text, out) {
        for (const frame of text.split(/(?<=\n\n)/)) {
          out.enqueue(Buffer.from(frame))
          await sleep(1)
        }
      },
    }),
  )
  return new Response(frames, { status: response.status, headers: response.headers })
}

/** Makes the time between two parts of an answer short enough for the answers here. */
const started = Date.now()
const fastNow = (): number => started + (Date.now() - started) * 100

const look: Tool = {
  name: 'look',
  about: 'Looks.',
  input: { type: 'object', properties: { say: { type: 'string' } } },
  isReadOnly: () => true,
  needs: () => undefined,
  async run({ say }) {
    await sleep(3)
    return { text: String(say), isError: false }
  },
}

const chatcli = openChatCli({ home })
const conversation = new ActiveConversation(chatcli.sessions, {
  now: Date.now,
  later(work, ms) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  autosave: true,
  writeThrough: true,
})
const choice = { provider: 'openai', model: 'fake-model', apiKey: 'sk-none', baseUrl: url } as const
const limits = { toolCalls: 'auto', stallMs: 60_000, timeoutMs: 120_000, retries: 2 } as const
const world = { fetch: pacedFetch, now: Date.now, sleep: (ms: number) => sleep(ms), random: Math.random }
const model = await openModel({ ...choice, ...limits }, world)

/** Tells what is on the disk when the model is asked. */
function watched(tag: string): Model {
  return {
    provider: model.provider,
    id: model.id,
    isLocal: model.isLocal,
    toolCalls: 'native',
    answer(request) {
      tell({ on: 'kept', tag, messages: ofTurn(tag, request.messages) })
      return model.answer(request)
    },
  }
}

function ofTurn(tag: string, messages: readonly Message[]): string[] {
  return messages.filter(({ content }) => content.startsWith(`${tag} `)).map(({ content }) => content)
}

async function turn(writer: string, number: string): Promise<void> {
  const tag = tagOf(writer, Number(number))
  tell({ on: 'begin', tag })
  const { end, error } = await runTurn(
    { role: 'user', content: scriptOf(tag)[0]?.content ?? '' },
    {
      conversation,
      model: watched(tag),
      mode: 'agent',
      instructions: `TURN ${tag}`,
      tools: [look],
      decide: () => Promise.resolve({ allowed: true }),
      signal: new AbortController().signal,
      maxSteps: 5,
      now: fastNow,
      newId: () => `made-${Math.random().toString(16).slice(2)}`,
      onEvent(event) {
        if (event.kind === 'answered') tell({ on: 'kept', tag, messages: ofTurn(tag, conversation.messages) })
        if (event.kind === 'notice') tell({ on: 'notice', kind: event.notice.kind })
        if (event.kind === 'not-saved') tell({ on: 'trouble', what: event.error.message })
      },
    },
  )
  if (end !== 'done') tell({ on: 'trouble', what: `${tag} ended ${end}: ${error?.message ?? ''}` })
  tell({ on: 'end', tag })
}

/** The only conversation that was never saved; none when nothing was said in it yet. */
function recover(): void {
  const [one, ...others] = chatcli.sessions.unsaved()
  if (others.length > 0) tell({ on: 'trouble', what: `${others.length + 1} conversations to recover` })
  if (one !== undefined) conversation.recover(one.name)
}

function tellWindow(): void {
  conversation.beginTurn()
  const { messages } = conversation
  const hash = hashOf(messages)
  const open = conversation.live.state().openTurns.length
  tell({ on: 'window', hash, messages: messages.length, open })
}

for await (const line of createInterface({ input: stdin })) {
  const [verb, first = '', second = ''] = line.split(' ')
  if (verb === 'new') conversation.startNew()
  if (verb === 'attach') conversation.attach(first)
  if (verb === 'recover') recover()
  if (verb === 'turn') await turn(first, second)
  if (verb === 'window') tellWindow()
  if (verb === 'leave') conversation.leave()
  for (const { kind } of conversation.takeNotices()) tell({ on: 'notice', kind })
  tell({ on: 'done', line })
  if (verb === 'leave') break
}
stdin.destroy()
