import { describe, expect, it } from 'vitest'
import type { CallName } from '../disk/call-gate.ts'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { ChatCliError } from '../errors.ts'
import { openChatCli } from '../open-chatcli.ts'
import { ActiveConversation } from './active-conversation.ts'

type Step = (conversation: ActiveConversation) => unknown

const steps: Readonly<Record<string, Step>> = {
  load: (conversation) => conversation.load('moor'),
  new: (conversation) => conversation.startNew(),
  detach: (conversation) => conversation.detach(),
  save: (conversation) => conversation.save('sea'),
  fork: (conversation) => conversation.save('ocean'),
  attach: (conversation) => conversation.attach('bay'),
  private: (conversation) => conversation.setPrivate(true),
  leave: (conversation) => conversation.leave(),
}

/** Gives what the disk refuses; nothing else may go wrong. */
function refused(step: () => unknown): boolean {
  try {
    step()
    return false
  } catch (error) {
    if (error instanceof ChatCliError && error.code === 'storage') return true
    throw error
  }
}

describe.each([true, false])('with transcripts: %s, a disk that is full from some call on', (transcripts) => {
  it.each(Object.keys(steps))('loses, doubles and blocks nothing at %s', (name) => {
    for (const start of ['nothing', 'named', 'branch'] as const) {
      for (let call = 1; call <= 7; call++) {
        for (const names of [['write'], ['sync', 'rename', 'link']] as const)
          check({ start, call, names, step: steps[name] ?? (() => undefined) })
      }
    }
  })

  interface Case {
    readonly start: 'nothing' | 'named' | 'branch'
    readonly call: number
    readonly names: readonly CallName[]
    readonly step: Step
  }

  function check({ start, call, names, step }: Case): void {
    const disk = createSimulatedDisk()
    let time = Date.UTC(2026, 4, 4, 12)
    const chatcli = openChatCli({ home: '/home/ada/.chatcli', disk, now: () => (time += 10), transcripts })
    const active = (): ActiveConversation =>
      new ActiveConversation(chatcli.sessions, {
        now: () => time,
        later: () => () => undefined,
        autosave: true,
        writeThrough: true,
      })
    const turn = (conversation: ActiveConversation, question: string): void => {
      conversation.beginTurn()
      conversation.live.append([
        { role: 'user', content: question },
        { role: 'assistant', content: `about ${question}` },
      ])
      conversation.introduce()
      conversation.endTurn()
      conversation.flush()
    }
    chatcli.sessions.save('moor', [{ role: 'user', content: 'peat' }])
    const earlier = active()
    turn(earlier, 'dunes')
    const before = earlier.leave()
    const conversation = active()
    if (start === 'branch' && before.kind === 'autosaved') conversation.load(before.name)
    turn(conversation, 'tides')
    if (start === 'named') conversation.save('sea')
    disk.failAt(call, 'ENOSPC', { names, forever: call % 2 === 0 })
    refused(() => turn(conversation, 'moons'))
    const isRefused = refused(() => step(conversation))
    disk.clearFaults()
    if (step !== steps['leave'] || isRefused) {
      turn(conversation, 'waves')
      conversation.leave()
    }
    const { sessions } = chatcli.sessions.list()
    const records = sessions.map((session) =>
      chatcli.sessions.record(session.name).messages.map(({ message }) => message.content),
    )
    expect(records.flat()).toEqual(expect.arrayContaining(['about dunes', 'about tides', 'about moons']))
    for (const record of records) expect(record).toEqual([...new Set(record)])
  }
})
