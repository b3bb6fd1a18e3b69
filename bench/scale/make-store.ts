import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { storedAttachments } from '../../src/contexts/attachment.ts'
import { openChatCli } from '../../src/open-chatcli.ts'
import { compactLocalTime } from '../../src/store/transcript-id.ts'
import { createFastDisk } from '../fast-disk.ts'
import { readMade } from './read-made.ts'

/** Name of the context that some of its sessions have attached. */
export const attachedContext = 'manual'

/** How many of a hundred sessions are of each kind; the others were named by a person. */
const of100 = { autosaved: 30, imported: 10, interrupted: 2, trashed: 1, attached: 1 } as const

/**
 * Makes the home of somebody who has used the program for long: sessions with transcripts, by name, autosaved, imported,
 * interrupted and in the trash, each file as old as its conversation. It is made once and used again afterwards.
 *
 * @param corpus folder with files of sessions
 * @param home becomes the home; no other program uses it
 */
export async function makeStore(corpus: string, home: string, sessions: number): Promise<void> {
  if (existsSync(`${home}.made`)) return
  let now = 0
  const chatcli = openChatCli({ home, disk: createFastDisk(), now: () => now })
  const contexts = await chatcli.contexts()
  const { id: contextId } = await contexts.create(attachedContext, [`${corpus}/sess-00000.json`], {
    cwd: corpus,
    mode: 'full',
  })
  for (let i = 0; i < sessions; i++) {
    const { title, said } = readMade(corpus, i)
    now = Math.max(...said.map((message) => Date.parse(message.created_at)))
    const kind = kindOf(i)
    const name =
      kind === 'autosaved' ? `autosave-${compactLocalTime(now)}-${i}` : `sess-${String(i).padStart(5, '0')}`
    let transcript: string
    if (kind === 'imported') {
      const source = { tool: 'claude-code', id: `native-${i}` }
      transcript = chatcli.sessions.save(name, said, { title, source }).transcriptId ?? ''
    } else {
      const live = chatcli.sessions.create()
      live.append(said)
      const attachment = { contextId, name: attachedContext, priority: 100 }
      if (kind === 'attached') live.set({ attachments: storedAttachments([attachment]) })
      if (kind !== 'interrupted') {
        live.bind(name, { machine: kind === 'autosaved' })
        live.save()
      }
      transcript = live.transcriptId
      live.close()
    }
    const seconds = now / 1000
    for (const path of [
      join(home, 'transcripts', `${transcript}.jsonl`),
      join(home, 'sessions', `${name}.json`),
    ])
      if (existsSync(path)) utimesSync(path, seconds, seconds)
    if (kind === 'trashed') chatcli.sessions.delete(name)
  }
  writeFileSync(`${home}.made`, '')
}

type Kind = keyof typeof of100 | 'named'

function kindOf(i: number): Kind {
  // Spread over all ages, by a step that is prime to 100.
  let place = (i * 37) % 100
  for (const kind of Object.keys(of100) as (keyof typeof of100)[]) {
    if (place < of100[kind]) return kind
    place -= of100[kind]
  }
  return 'named'
}
