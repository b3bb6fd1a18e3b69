import { describe, expect, it } from 'vitest'
import { says } from '../../agent/scripted-model.suite.ts'
import { textFor } from '../../text/text-for.ts'
import { chatHarness } from './chat-harness.suite.ts'
import { chatWords } from './chat-words.ts'
import { runSlash } from './run-slash.ts'

/** A conversation that is saved, forked, exported, left and deleted: what is said of each step. */
async function walk(language: 'en' | 'pt-BR'): Promise<Readonly<Record<string, string>>> {
  const { context, say, chatcli } = await chatHarness({
    language,
    answers: [says('At noon.'), says('Yes.'), says('Hello.')],
    typed: [language === 'en' ? 'y' : 's', language === 'en' ? 'yes' : 'sim'],
  })
  const words = { ...context, text: chatWords(textFor(language)) }
  const slash = async (line: string): Promise<string> => (await runSlash(line, words)).lines.join('\n')
  const said: Record<string, string> = {}
  await say('When is high tide?')
  for (const line of [
    '/session save debug-api',
    '/session fork experiment-v2',
    '/session list',
    '/session export md /desk/review.md',
    '/session load tide-notes',
    '/session new',
    '/session delete debug-api',
    '/session load experiment-v2',
    '/session delete experiment-v2',
    '/session restore debug-api',
  ]) {
    said[line] = await slash(line)
  }
  await say('hello')
  await say('anybody?')
  said['/session load with nothing saved'] = await slash('/session load tide-notes')
  expect(chatcli.sessions.exists('debug-api')).toBe(true)
  return said
}

describe('what is said of sessions', () => {
  it('in English', async () => {
    expect(await walk('en')).toMatchInlineSnapshot(`
      {
        "/session delete debug-api": "Session "debug-api" moved to the trash. To bring it back: /session restore debug-api",
        "/session delete experiment-v2": "Session "experiment-v2" moved to the trash. To bring it back: /session restore experiment-v2
      It was the active conversation; a new one has begun.",
        "/session export md /desk/review.md": "Exported 2 entries to /desk/review.md (source: journal)",
        "/session fork experiment-v2": "╭── ✅ Session forked!
      │    From:  debug-api
      │    To:    experiment-v2
      │    Messages: 2
      │    Now working on the fork. Original remains intact.
      ╰──────────────────────────────────────────────",
        "/session list": "Saved sessions:

        debug-api      2026-04-01   2 messages  When is high tide?
        experiment-v2  2026-04-01   2 messages  When is high tide?
        tide-notes     2026-03-20  25 messages  Tides
        proj-acme      2026-03-14   4 messages  Gateway of ACME

      Read one with: /session get NAME",
        "/session load experiment-v2": "Session "experiment-v2" loaded (2 messages).",
        "/session load tide-notes": "The conversation before is in "experiment-v2".
      Session "tide-notes" loaded (25 messages).",
        "/session load with nothing saved": "The conversation before was saved as "autosave-20260401-090000".
      Session "tide-notes" loaded (25 messages).",
        "/session new": "The conversation before is in "tide-notes".
      New conversation session started; history has been cleared.",
        "/session restore debug-api": "Session "debug-api" restored from the trash.",
        "/session save debug-api": "Session "debug-api" saved.",
      }
    `)
  })

  it('in Brazilian Portuguese', async () => {
    expect(await walk('pt-BR')).toMatchInlineSnapshot(`
      {
        "/session delete debug-api": "Sessão "debug-api" movida para a lixeira. Para trazê-la de volta: /session restore debug-api",
        "/session delete experiment-v2": "Sessão "experiment-v2" movida para a lixeira. Para trazê-la de volta: /session restore experiment-v2
      Era a conversa ativa; uma nova começou.",
        "/session export md /desk/review.md": "2 entradas exportadas para /desk/review.md (origem: diário)",
        "/session fork experiment-v2": "╭── ✅ Sessão bifurcada!
      │    De:    debug-api
      │    Para:  experiment-v2
      │    Mensagens: 2
      │    Você agora está na cópia. A original continua intacta.
      ╰──────────────────────────────────────────────",
        "/session list": "Sessões salvas:

        debug-api      2026-04-01   2 mensagens  When is high tide?
        experiment-v2  2026-04-01   2 mensagens  When is high tide?
        tide-notes     2026-03-20  25 mensagens  Tides
        proj-acme      2026-03-14   4 mensagens  Gateway of ACME

      Leia uma com: /session get NOME",
        "/session load experiment-v2": "Sessão "experiment-v2" carregada (2 mensagens).",
        "/session load tide-notes": "A conversa anterior está em "experiment-v2".
      Sessão "tide-notes" carregada (25 mensagens).",
        "/session load with nothing saved": "A conversa anterior foi salva como "autosave-20260401-090000".
      Sessão "tide-notes" carregada (25 mensagens).",
        "/session new": "A conversa anterior está em "tide-notes".
      Nova conversa iniciada; o histórico foi limpo.",
        "/session restore debug-api": "Sessão "debug-api" restaurada da lixeira.",
        "/session save debug-api": "Sessão "debug-api" salva com sucesso.",
      }
    `)
  })
})
