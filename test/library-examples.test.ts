import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildSync } from 'esbuild'
import ts from 'typescript'
import { afterAll, describe, expect, it } from 'vitest'
import { openChatCli } from '../src/index.ts'

/** Where an example says the home is; it gets one of its own. */
const HOME = '/home/ada/.chatcli'

interface Example {
  readonly where: string
  readonly code: string
}

/** The `ts` blocks of a page, or of the doc comments of a source file. */
function examplesIn(file: string): Example[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/^([ *]*)```ts\n([^]*?)^[ *]*```/gm)].map(([, margin = '', body = ''], i) => {
    const lines = body.split('\n').map((line) => line.slice(Math.min(margin.length, line.length)))
    const code = lines.join('\n')
    const whole = code.includes("from 'chatcli'") ? code : `import { openChatCli } from 'chatcli'\n${code}`
    return { where: `${file}, example ${i + 1}`, code: whole }
  })
}

const examples = ['README.md', 'src/open-chatcli.ts', 'src/chatcli.ts'].flatMap(examplesIn)

/** What the compiler says about examples, with the settings of this project. */
function complaints(examples: readonly Example[]): string[] {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path))
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd())
  const files = new Map(examples.map(({ code }, i) => [resolve(`example-${i}.ts`), code]))
  const real = ts.createCompilerHost(options)
  const host: ts.CompilerHost = {
    ...real,
    readFile: (path) => files.get(path) ?? real.readFile(path),
    fileExists: (path) => files.has(path) || real.fileExists(path),
    getSourceFile(path, settings) {
      const code = files.get(path)
      return code === undefined
        ? real.getSourceFile(path, settings)
        : ts.createSourceFile(path, code, settings)
    },
  }
  const program = ts.createProgram(
    [...files.keys()],
    { ...options, paths: { chatcli: [resolve('src/index.ts')] } },
    host,
  )
  return [...files.keys()].flatMap((path) => {
    const source = program.getSourceFile(path)
    const found = [...program.getSemanticDiagnostics(source), ...program.getSyntacticDiagnostics(source)]
    return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  })
}

describe('the examples of the library', () => {
  const folder = mkdtempSync(join(tmpdir(), 'examples-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('are there', () => {
    expect(examples.map(({ where }) => where)).toEqual([
      'README.md, example 1',
      'src/open-chatcli.ts, example 1',
    ])
  })

  it('have no type errors', () => {
    expect(complaints(examples)).toEqual([])
  })

  it('would have, were one wrong', () => {
    const wrong = examples
      .slice(0, 1)
      .map(({ where, code }) => ({ where, code: `${code}chatcli.find('x')\n` }))
    expect(complaints(wrong)).toHaveLength(1)
  })

  it.each(examples.map((example, i) => [example.where, example, i] as const))('run: %s', (_, { code }, i) => {
    expect(code).toContain(HOME)
    const home = join(folder, `home-${i}`)
    openChatCli({ home }).sessions.save('cache-plan', [
      { role: 'user', content: 'What do we do about the cache?' },
      { role: 'assistant', content: 'We decided to keep the cache for ten minutes.' },
    ])
    const program = join(folder, `example-${i}.mjs`)
    const { outputFiles } = buildSync({
      stdin: { contents: code.replaceAll(HOME, home), loader: 'ts', resolveDir: process.cwd() },
      alias: { chatcli: resolve('src/index.ts') },
      bundle: true,
      platform: 'node',
      format: 'esm',
      write: false,
      logLevel: 'silent',
    })
    writeFileSync(program, outputFiles[0]?.text ?? '')
    const printed = execFileSync(process.execPath, [program], { encoding: 'utf8' })
    expect(printed).toMatch(/tide-notes.*noon|cache-plan.*(cache|decided)/s)
  })
})
