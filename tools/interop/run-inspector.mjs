import { join } from 'node:path'
import { run } from './start-server.mjs'

const eras = ['legacy', 'auto', 'modern']

/** What is asked, and what must be in the answer. */
const questions = [
  [['--method', 'tools/list', '--strict'], ({ tools }) => tools.length >= 15],
  [
    ['--method', 'resources/list'],
    ({ resources }) => resources.some(({ uri }) => uri === 'session://tide-notes'),
  ],
  [['--method', 'resources/templates/list'], ({ resourceTemplates }) => resourceTemplates.length >= 3],
  [['--method', 'prompts/list'], ({ prompts }) => prompts.length === 3],
  [
    ['--method', 'tools/call', '--tool-name', 'session_search', '--tool-arg', 'query=token bucket'],
    ({ structuredContent }) => structuredContent.sessions[0].name === 'tide-notes',
  ],
  [
    ['--method', 'tools/call', '--tool-name', 'session_get', '--tool-arg', 'name=tide-notes'],
    ({ structuredContent }) => structuredContent.messages.length === 2,
  ],
  [
    ['--method', 'tools/call', '--tool-name', 'session_list'],
    ({ structuredContent }) => structuredContent.sessions.length > 0,
  ],
  [
    ['--method', 'resources/read', '--uri', 'session://tide-notes/messages/1-1'],
    ({ contents }) => contents[0].text.includes('bursts of 100'),
  ],
  [
    ['--method', 'resources/read', '--uri', 'store://stats'],
    ({ contents }) => contents[0].text.includes('1'),
  ],
  [
    ['--method', 'prompts/get', '--prompt-name', 'recall', '--prompt-args', 'topic=token bucket'],
    ({ messages }) => JSON.stringify(messages).includes('bursts of 100'),
  ],
]

/** Runs the Inspector without its window, in every mode, over standard input and output and over HTTP. */
export async function runInspector({ newerNode, node, peers, cli, home, environment, report }, url) {
  const inspector = join(peers, '@modelcontextprotocol/inspector/clients/launcher/build/index.js')
  const ask = async (title, target, parameters, isRight) => {
    const call = [inspector, '--cli', ...target, ...parameters, '--format', 'json', '--quiet']
    const { code, out, err } = await run(newerNode, call, { environment })
    report(title, code === 0 ? problemOf(out, isRight) : `it ended with ${code}: ${err.slice(0, 300)}`)
  }
  for (const era of eras) {
    const started = [node, cli, 'mcp-server', '-e', `CHATCLI_HOME=${home}`, '--protocol-era', era]
    const reached = ['--server-url', url, '--transport', 'http', '--protocol-era', era]
    for (const [parameters, isRight] of questions) {
      const words = parameters.filter((word) => !word.startsWith('--')).join(' ')
      await ask(`inspector ${era}, stdio: ${words}`, started, parameters, isRight)
    }
    await ask(`inspector ${era}, http: tools/list`, reached, ...questions[0])
    await ask(`inspector ${era}, http: session_search`, reached, ...questions[4])
  }
}

function problemOf(out, isRight) {
  try {
    return isRight(JSON.parse(out).result) ? undefined : `a wrong answer: ${out.slice(0, 300)}`
  } catch {
    return `no such answer: ${out.slice(0, 300)}`
  }
}
