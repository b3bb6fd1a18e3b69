import { expect, it } from 'vitest'
import { openChatCli } from '../../open-chatcli.ts'
import { searchNotes } from '../../commands/search-notes.ts'
import { createSimulatedDisk } from '../../disk/simulated-disk.ts'
import { textFor } from '../../text/text-for.ts'
import { keyText, root } from './sealed-home.suite.ts'

it('a search tells which of what it found is not sealed', () => {
  const disk = createSimulatedDisk({ nowMs: Date.UTC(2026, 5, 1) })
  const open = () =>
    openChatCli({ home: root, disk, now: () => Date.UTC(2026, 5, 1), encryptionKey: keyText(7) })
  open().sessions.save('tides', [{ role: 'user', content: 'of the walrus' }])
  expect(open().search('walrus').coverage.unsealed).toBeUndefined()
  const fd = disk.createExclusive(`${root}/sessions/planted.json`)
  const planted = '{"version":2,"chat_history":[{"role":"user","content":"a forged walrus"}]}'
  disk.write(fd, Buffer.from(planted))
  disk.close(fd)
  const found = open().search('walrus')
  expect(found.sessions.map(({ name }) => name).sort()).toEqual(['planted', 'tides'])
  expect(found.coverage.unsealed).toEqual(['planted'])
  expect(searchNotes(found, textFor('en'), 'UTC').join()).toContain('Not sealed, in a sealed home: planted.')
  expect(searchNotes(found, textFor('pt-BR'), 'UTC').join()).toContain('planted')
})
