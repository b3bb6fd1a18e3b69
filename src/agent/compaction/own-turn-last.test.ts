import { expect, it } from 'vitest'
import { draftOf, rewriteOf } from '../../conversation/compaction/draft.ts'
import { microcompact } from '../../conversation/compaction/microcompact.ts'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { openChatCli } from '../../open-chatcli.ts'
import { ownTurnLast } from './own-turn-last.ts'

it('the own turn stands at the end, with what was shortened of it beside its call', () => {
  const disk = createSimulatedDisk()
  const open = () => openChatCli({ home: '/home/ada/.chatcli', disk: disk.anotherProcess() }).sessions
  const live = open().create({ name: 'sea' })
  live.append([{ role: 'user', content: 'before' }])
  live.save()
  const other = open().open('sea')
  const turn = live.newTurn()
  const look = (id: string) => ({
    role: 'assistant',
    content: `look ${id}`,
    tool_calls: [{ id, name: 'look', arguments: {} }],
  })
  const found = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })
  const say = (...messages: Parameters<typeof live.append>[0]) => live.append(messages, { turn, end: false })
  say({ role: 'user', content: 'mine' }, look('a'), found('a', 'a long sight '.repeat(500)))
  other.append([{ role: 'user', content: 'theirs' }])
  say(look('b'), found('b', 'short'))
  say(look('c'), found('c', 'short'))
  const { window } = live.state()
  const rewrite = rewriteOf(
    'microcompact',
    window,
    microcompact(draftOf(window), { archive: () => undefined }),
  )
  if (rewrite === undefined) throw new Error('nothing was shortened')
  live.record(rewrite, turn)
  const shown = ownTurnLast(live.state().window, turn, live).map(({ content }) => content.slice(0, 13))
  expect(shown).toEqual([
    'before',
    'theirs',
    'mine',
    'look a',
    'a long sight ',
    'look b',
    'short',
    'look c',
    'short',
  ])
})
