import { expect, it } from 'vitest'
import type { ChatCli } from './chatcli.ts'
import { createSimulatedDisk } from './disk/simulated-disk.ts'
import { openChatCli } from './open-chatcli.ts'
import { searchInSession } from './search-in-session.ts'

it('finds nothing of a session whose name differs in case only', () => {
  const chatcli: ChatCli = openChatCli({ home: '/home/ada/.chatcli', disk: createSimulatedDisk() })
  chatcli.sessions.save('log', [{ role: 'user', content: 'zanzibarine oil' }])
  expect(searchInSession(chatcli, 'log', 'zanzibarine', {})).toMatchObject({
    sessions: [{ name: 'log' }],
    total: 1,
  })
  expect(searchInSession(chatcli, 'LOG', 'zanzibarine', {})).toMatchObject({ sessions: [], total: 0 })
})
