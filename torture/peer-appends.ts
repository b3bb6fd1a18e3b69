import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import type { Figure, Lab } from './experiment.ts'

/** What others append lines with; each tells a line when it is written, as it sees it. */
const ways: Readonly<Record<string, string>> = {
  'fs.promises.appendFile': 'await appendFile(path, line)',
  'fs.appendFileSync': 'appendFileSync(path, line)',
}

/** A program that appends so many lines to a file in one of those ways. @param args path, writer, lines, characters */
function programOf(way: string): string {
  return `
    import { appendFile } from 'node:fs/promises'
    import { appendFileSync, writeSync } from 'node:fs'
    const [path, writer, lines, length] = process.argv.slice(1)
    for (let i = 0; i < Number(lines); i++) {
      const line = JSON.stringify({ writer, i, text: writer.repeat(Number(length)) }) + '\\n'
      ${way}
      writeSync(1, 'said ' + writer + '-' + i + '\\n')
    }`
}

/** How a line of JSON is appended by a way that others use, as a command. */
export function peerAppend(
  name: string,
  args: readonly string[],
): { readonly command: readonly string[]; readonly name: string } {
  return { name, command: [execPath, '--input-type=module', '-e', programOf(ways[name] ?? ''), ...args] }
}

/** The same crowd with the ways in which others append: how many lines end up in one another. */
export async function peerCrowds(
  { writers, turns, length }: { readonly writers: number; readonly turns: number; readonly length: number },
  lab: Lab,
): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  mkdirSync(join(lab.folder, 'peers'), { recursive: true })
  for (const name of Object.keys(ways)) {
    const path = join(lab.folder, 'peers', `${name}-${length}.jsonl`)
    const told = await Promise.all(
      Array.from({ length: writers }, async (_, w) => {
        const { command } = peerAppend(name, [path, String(w), String(turns), String(length)])
        const child = spawn(execPath, command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] })
        let output = ''
        child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
        await new Promise((resolve) => child.on('close', resolve))
        return output.match(/^said /gm)?.length ?? 0
      }),
    )
    const total = told.reduce((sum, count) => sum + count, 0)
    const whole = new Set<string>()
    for (const line of linesOf(path)) {
      const key = keyOf(line)
      if (key !== undefined) whole.add(key)
    }
    figures.push({
      what: `${writers} processes × ${turns} lines of ${length} characters by ${name}, not synced`,
      measured: `${total - whole.size} cut or mixed, of ${total} told to be written`,
      bar: '-',
      isMet: 'compared',
      problems: [],
    })
  }
  return figures
}

function* linesOf(path: string): Generator<Buffer> {
  const bytes = readFileSync(path)
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at)
    yield bytes.subarray(at, end < 0 ? bytes.length : end)
    at = end < 0 ? bytes.length : end + 1
  }
}

function keyOf(line: Buffer): string | undefined {
  try {
    const { writer, i, text } = JSON.parse(line.toString()) as {
      readonly writer: string
      readonly i: number
      readonly text: string
    }
    return text === writer.repeat(text.length) ? `${writer}-${i}` : undefined
  } catch {
    return undefined
  }
}
