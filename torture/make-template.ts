import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { planRewrite } from '../src/conversation/plan-rewrite.ts'
import { openChatCli } from '../src/open-chatcli.ts'
import { oneKey } from './operations.ts'
import { saidMessages } from './said-messages.ts'

/** A home that operations are done to: as it is, or all of it sealed. */
export type Template = 'plain' | 'sealed'

const day = 86_400_000
const machineNames = ['autosave-20250101-080000', 'autosave-20250102-080000'] as const

/**
 * Makes `folder/home` with a session of some turns, one that was compacted, two that the program named itself long ago, one
 * in the trash and an index; beside it a file to be saved, and the history of another tool.
 */
export function makeTemplate(folder: string, template: Template): void {
  const home = join(folder, 'home')
  const sealed = template === 'sealed' ? { encryptionKey: oneKey } : {}
  const chatcli = openChatCli({ home, ...sealed })
  const old = Date.now() - 400 * day
  const longAgo = openChatCli({ home, ...sealed, now: () => old })
  const make = (name: string, machine = false): string | undefined => {
    const live = (machine ? longAgo : chatcli).sessions.create(machine ? {} : { name })
    live.append(saidMessages(`${name} tide`, 4))
    if (machine) live.bind(name, { machine: true })
    live.save()
    live.close()
    return live.transcriptId
  }
  for (const name of ['alpha', 'beta', 'gone']) make(name)
  const beta = chatcli.sessions.open('beta')
  const seen = beta.state().window
  const instead = seen.slice(0, 2).map(({ ref }) => ref)
  const message = { role: 'user', content: 'beta in short', meta: { is_summary: true } }
  const keep = seen.slice(2).map(({ ref }) => ref)
  beta.record(planRewrite({ reason: 'compact', seen, keep, puts: [{ instead, message }] }))
  beta.save()
  beta.close()
  chatcli.sessions.delete('gone')
  chatcli.search('tide')
  for (const name of machineNames) {
    const files = [join('sessions', `${name}.json`), join('transcripts', `${make(name, true)}.jsonl`)]
    for (const file of files) utimesSync(join(home, file), old / 1000, old / 1000)
  }
  const history = saidMessages('fresh tide', 4).map(({ role, content }) => ({ role, content }))
  writeFileSync(join(folder, 'fresh.json'), JSON.stringify({ version: 2, chat_history: history }))
  makeForeign(join(folder, 'foreign'))
}

/** Three conversations as Claude Code keeps them. */
function makeForeign(folder: string): void {
  const project = join(folder, 'projects', '-home-ada-harbour')
  mkdirSync(project, { recursive: true })
  for (let i = 1; i <= 3; i++) {
    const sessionId = `5e55000${i}-0000-4000-8000-00000000000${i}`
    const lines = Array.from({ length: 6 }, (_, at) => {
      const role = at % 2 === 0 ? 'user' : 'assistant'
      const uuid = (n: number): string => `${i}0000000-0000-4000-8000-00000000000${n}`
      return JSON.stringify({
        parentUuid: at === 0 ? null : uuid(at - 1),
        isSidechain: false,
        userType: 'external',
        cwd: '/home/ada/harbour',
        sessionId,
        version: '1.0.80',
        type: role,
        message:
          role === 'user'
            ? { role, content: `foreign ${i} asks ${at}` }
            : { role, id: `msg_${i}${at}`, content: [{ type: 'text', text: `foreign ${i} answers ${at}` }] },
        uuid: uuid(at),
        timestamp: `2026-05-0${i}T10:0${at}:00.000Z`,
      })
    })
    writeFileSync(join(project, `${sessionId}.jsonl`), `${lines.join('\n')}\n`)
  }
}
