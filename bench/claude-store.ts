import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../src/disk/seeded-random.ts'

export interface ClaudeStoreOptions {
  readonly bytes: number
  readonly files: number
}

const words = Array.from({ length: 30_000 }, (_, i) => `w${((i * 7919) % 1_000_003).toString(36)}`)
const perProject = 500

/**
 * Makes a store like those of Claude Code below a person's folder: sessions with prompts, answers, calls of tools and
 * their results, of which the results are most of the bytes.
 */
export function makeClaudeStore(person: string, { bytes, files }: ClaudeStoreOptions): void {
  const random = seededRandom(42)
  const texts = Array.from({ length: 400 }, () => textOf(random, 60 + Math.floor(random() * 900)))
  const pick = (): string => texts[Math.floor(random() * texts.length)] ?? ''
  const most = bytes / files
  for (let file = 0; file < files; file++) {
    const folder = join(person, '.claude/projects', `-home-ada-project${Math.floor(file / perProject)}`)
    if (file % perProject === 0) mkdirSync(folder, { recursive: true })
    const sessionId = idOf(file, 0)
    const begun = Date.UTC(2026, 0, 1) + file * 600_000
    const lines: string[] = []
    let length = 0
    let parentUuid: string | null = null
    // Sizes differ as those of people do: most are short, a few are long.
    const size = most * (0.2 + 1.6 * random())
    for (let n = 1; length < size; n++) {
      const uuid = idOf(file, n)
      const timestamp = new Date(begun + n * 1000).toISOString()
      const base = { parentUuid, uuid, sessionId, timestamp, cwd: '/home/ada/project', gitBranch: 'main' }
      const line = JSON.stringify({
        ...base,
        isSidechain: false,
        version: '2.1.9',
        ...recordOf(n, uuid, pick),
      })
      lines.push(line)
      length += line.length + 1
      parentUuid = uuid
    }
    const path = join(folder, `${sessionId}.jsonl`)
    writeFileSync(path, `${lines.join('\n')}\n`)
    utimesSync(path, begun / 1000, begun / 1000 + lines.length)
  }
}

/** A session of which one line is as long as this. */
export function makeLongLine(person: string, bytes: number): void {
  const folder = join(person, '.claude/projects/-home-ada-long')
  mkdirSync(folder, { recursive: true })
  const [sessionId, uuid] = [idOf(999_999, 0), idOf(999_999, 1)]
  const base = { parentUuid: null, uuid, sessionId, timestamp: '2026-01-01T00:00:00.000Z' }
  const content = [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x'.repeat(bytes) }]
  const prompt = { ...base, type: 'user', message: { role: 'user', content: 'Show me all of it' } }
  const result = { ...base, uuid: idOf(999_999, 2), parentUuid: uuid, type: 'user', message: { content } }
  writeFileSync(join(folder, `${sessionId}.jsonl`), `${JSON.stringify(prompt)}\n${JSON.stringify(result)}\n`)
}

function recordOf(n: number, uuid: string, pick: () => string): object {
  const id = `msg_${uuid}`
  const assistant = (content: readonly object[]): object => {
    return { type: 'assistant', message: { id, role: 'assistant', model: 'claude-demo-5', content } }
  }
  switch (n % 4) {
    case 1:
      return { type: 'user', message: { role: 'user', content: pick().slice(0, 300) } }
    case 2:
      return assistant([
        { type: 'text', text: pick().slice(0, 1000) },
        {
          type: 'tool_use',
          id: `toolu_${n}`,
          name: 'Read',
          input: { file_path: `/home/ada/project/${n}.ts` },
        },
      ])
    case 3: {
      const content = [{ type: 'tool_result', tool_use_id: `toolu_${n - 1}`, content: pick() }]
      return { type: 'user', message: { role: 'user', content }, toolUseResult: { stdout: pick() } }
    }
    default:
      return assistant([{ type: 'text', text: pick() }])
  }
}

function textOf(random: () => number, count: number): string {
  // Few words are most of a text.
  return Array.from({ length: count }, () => words[Math.floor(words.length * random() ** 3)]).join(' ')
}

function idOf(file: number, n: number): string {
  return `${file.toString(16).padStart(8, '0')}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
}
