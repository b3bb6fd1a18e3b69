import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from './disk/simulated-disk.ts'
import { ChatCliError } from './errors.ts'
import { openChatCli } from './open-chatcli.ts'

describe('the library over a disk that fails', () => {
  it('says what is wrong with the disk, whatever it was asked', () => {
    const disk = createSimulatedDisk()
    const chatcli = openChatCli({ home: '/home/ada/.chatcli', disk })
    chatcli.sessions.save('tide-notes', [{ role: 'user', content: 'high tide at two' }])
    const questions = [
      () => chatcli.sessions.list(),
      () => chatcli.sessions.load('tide-notes'),
      () => chatcli.sessions.record('tide-notes'),
      () => chatcli.page('tide-notes'),
      () => chatcli.transcripts.stats('tide-notes'),
    ]
    for (const ask of questions) {
      disk.failAt(1, 'EIO', { names: ['list', 'stat', 'openRead'], forever: true })
      let error: unknown
      try {
        ask()
      } catch (caught) {
        error = caught
      }
      disk.clearFaults()
      expect(error).toBeInstanceOf(ChatCliError)
      expect(error).toMatchObject({
        code: 'storage',
        message: expect.stringContaining('input/output') as string,
      })
    }
  })
})
