import { describe, expect, it } from 'vitest'
import { openChatCli } from '../../open-chatcli.ts'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { textFor } from '../../text/text-for.ts'
import type { CommandContext } from '../command.ts'
import { firstRun } from './first-run.ts'

const home = '/home/ada/.chatcli'

function contextOf(more: Partial<CommandContext> = {}): CommandContext {
  const disk = createSimulatedDisk()
  disk.makeFolder('/home')
  disk.makeFolder('/home/ada')
  const chatcli = openChatCli({ home, disk, now: () => Date.UTC(2026, 4, 4) })
  return { disk, chatcli, text: textFor('en'), isTerminal: true, ...more } as CommandContext
}

let names = 0
const shown = (context: CommandContext, hasModel = false): string | undefined =>
  firstRun(context, { home, hasModel, randomName: () => `name${++names}` })

describe('the first run', () => {
  it('says what this is, where data lives and how to begin, once', () => {
    const context = contextOf()
    const screen = shown(context)
    expect(screen).toContain(home)
    expect(screen).toContain('ANTHROPIC_API_KEY')
    expect(screen?.split('\n').length).toBeLessThan(24)
    expect(shown(context)).toBeUndefined()
  })

  it('says nothing of models where one is set up', () => {
    expect(shown(contextOf(), true)).not.toContain('ANTHROPIC_API_KEY')
  })

  it('never comes without a terminal, and leaves no trace there', () => {
    const context = contextOf({ isTerminal: false })
    expect(shown(context)).toBeUndefined()
    expect(context.disk.stat(`${home}/state`)).toBeUndefined()
  })

  it('does not come to somebody who has sessions', () => {
    const context = contextOf()
    context.chatcli.sessions.save('sea', [{ role: 'user', content: 'the sea' }])
    expect(shown(context)).toBeUndefined()
  })

  it('comes in Portuguese', () => {
    expect(shown(contextOf({ text: textFor('pt-BR') }))).toContain('telemetria')
  })

  it('is no trouble on a disk that refuses', () => {
    const disk = createSimulatedDisk()
    disk.makeFolder('/home')
    disk.makeFolder('/home/ada')
    const context = contextOf({ disk })
    disk.failAt(1, 'EROFS', { names: ['makeFolder', 'write'], forever: true })
    expect(shown(context)).toContain(home)
  })
})
