import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createCommandTool } from './command-tool.ts'
import { useWorkingFolder } from './working-folder.suite.ts'

describe.skipIf(process.platform === 'win32')('run', () => {
  const folder = useWorkingFolder()
  const path = process.env['PATH'] ?? ''
  const make = () =>
    createCommandTool({
      folder: folder.files.root,
      environment: { PATH: path, OPENAI_API_KEY: 'not-for-commands', KEPT: 'yes' },
      platform: process.platform,
      graceMs: 300,
    })
  const run = async (args: Record<string, unknown>): Promise<string> => {
    const { text, isError } = await folder.call(make(), args)
    return isError ? `error: ${text}` : text
  }
  const isRunning = (pid: number): boolean => {
    try {
      return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)])
        .toString()
        .startsWith('Z')
    } catch {
      return false
    }
  }

  it('gives both streams in their order, and how it ended', async () => {
    expect(await run({ command: 'echo one; echo two >&2; echo three' })).toBe('one\ntwo\nthree')
    expect(await run({ cmd: 'true' })).toBe('(no output, exit code 0)')
    expect(await run({ command: 'echo no; exit 3' })).toBe('error: no\n(exit code 3)')
    expect(await run({ command: 'kill -9 $$' })).toBe('error: (no output)\n(ended by SIGKILL)')
    expect(await run({ command: 'if' })).toMatch(/^error: .*[Ss]yntax error[^]*\(exit code 2\)$/)
  })

  it('works in the folder, with nothing to read and without our keys', async () => {
    expect(await run({ command: 'pwd; cat; echo "$KEPT-$OPENAI_API_KEY-"' })).toBe(
      `${folder.files.root}\nyes--`,
    )
  })

  it('leaves out colours and NUL, and the middle of what is long', async () => {
    expect(await run({ command: "printf 'a\\033[1;31mred\\033[0m\\000b\\r\\nc'" })).toBe('aredb\nc')
    const long = await run({ command: 'echo first; seq 1 200000; echo last' })
    expect(long).toMatch(/^first\n1\n2\n[^]*\[… 1258\d{3} characters left out …\][^]*200000\nlast$/)
    expect(long.length).toBeLessThan(30_100)
  })

  it('ends the whole group when its time is over, even who does not want to', async () => {
    const text = await run({
      command: `trap '' TERM; sh -c 'trap "" TERM; echo $$; exec sleep 60 & echo $!; wait' & wait; sleep 60`,
      timeout_s: 1,
    })
    expect(text).toMatch(
      /^error: \d+\n\d+\n\(stopped after 1 s, its time was over; give a larger timeout_s\)$/,
    )
    const pids = text.match(/^(?:error: )?\d+$/gm)?.map((line) => Number(line.replace('error: ', ''))) ?? []
    expect(pids).toHaveLength(2)
    expect(pids.filter(isRunning)).toEqual([])
  })

  it('ends what is left in the background', async () => {
    const text = await run({ command: 'sleep 60 & echo $!' })
    expect(text).toMatch(/^\d+\n\(what it left running in the background was ended\)$/)
    expect(isRunning(Number.parseInt(text, 10))).toBe(false)
  })

  it('ends the whole group when it is told to stop', async () => {
    const control = new AbortController()
    folder.put('ready', '')
    const running = make().run(
      { command: 'sleep 60 & echo $! > pid; mv pid ready; wait' },
      { signal: control.signal },
    )
    while (folder.get('ready') === '') await new Promise((done) => setTimeout(done, 5))
    const pid = Number(folder.get('ready'))
    expect(isRunning(pid)).toBe(true)
    control.abort()
    await expect(running).rejects.toMatchObject({ code: 'interrupted' })
    expect(isRunning(pid)).toBe(false)
    await expect(make().run({ command: 'touch late' }, { signal: control.signal })).rejects.toMatchObject({
      code: 'interrupted',
    })
    expect(folder.files.stat('late')).toBeUndefined()
  })

  it('says when it could not start', async () => {
    const tool = createCommandTool({
      folder: `${folder.files.root}/none`,
      environment: {},
      platform: process.platform,
    })
    const { text, isError } = await folder.call(tool, { command: 'true' })
    expect(isError).toBe(true)
    expect(text).toContain('could not be started')
  })

  it('needs permission for what it would do', async () => {
    const tool = make()
    expect(tool.needs({ command: 'npm test -- x' })).toEqual({
      tool: 'run',
      subject: 'npm test -- x',
      scope: 'npm test',
    })
    expect(tool.needs({ cmd: 'npm test; ls' })?.scope).toBe('npm test; ls')
    expect(tool.needs({})).toBeUndefined()
    expect(tool.isReadOnly({ command: 'ls' })).toBe(false)
    expect(await run({})).toContain(
      'error: "command" is missing. A right call has arguments such as {"command":"npm test"',
    )
  })
})
