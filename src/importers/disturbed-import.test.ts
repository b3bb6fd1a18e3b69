import { describe, expect, it } from 'vitest'
import { createSimulatedDisk } from '../disk/simulated-disk.ts'
import { growSample } from './grown-sample.suite.ts'
import { home, MAIN, nowMs, openHome, useImportHome } from './import-home.suite.ts'

const sample = useImportHome()
const { run, names, nameOf } = sample

describe('a reader that fails', () => {
  it('takes only its own file with it, and that is read again', async () => {
    const openRead: typeof sample.machine.disk.openRead = (path) => {
      if (path.includes('0c0de003')) throw new TypeError('nobody thought of this')
      return sample.machine.disk.openRead(path)
    }
    const imports = await sample.chatcli.imports()
    const broken = { ...sample.machine, disk: { ...sample.machine.disk, openRead } }
    const first = await imports.run(broken, { tool: 'codex' })
    expect(first.skips).toContainEqual(
      expect.objectContaining({ reason: 'unreadable', detail: 'nobody thought of this' }),
    )
    expect(names()).toHaveLength(7)
    expect((await run({ tool: 'codex' })).tools[0]).toMatchObject({ newSessions: 1 })
  })
})

describe('another hand, while an import goes on', () => {
  const hands: Readonly<Record<string, (name: string) => void>> = {
    rename: (name) => sample.chatcli.sessions.rename(name, 'weather'),
    change(name) {
      const live = sample.chatcli.sessions.open(name)
      live.set({ pinned: true })
      live.save()
      live.close()
    },
    purge: (name) => sample.chatcli.sessions.delete(name, { purge: true }),
    trash: (name) => sample.chatcli.sessions.delete(name),
  }
  it.each(Object.keys(hands))('keeps what it did: %s', async (kind) => {
    await run()
    const [name, { id }] = [nameOf(MAIN), sample.chatcli.sessions.summary(nameOf(MAIN))]
    growSample(sample.machine, 'One more')
    let isDone = false
    const during = await run({
      tool: 'claude-code',
      onProgress() {
        if (!isDone) hands[kind]?.(name)
        isDone = true
      },
    })
    const ours = () => sample.chatcli.sessions.list().sessions.filter((session) => session.id === id)
    const isGone = kind === 'purge' || kind === 'trash'
    expect(ours().map((session) => session.name)).toEqual(
      isGone ? [] : [kind === 'rename' ? 'weather' : name],
    )
    expect(ours()[0]?.pinned ?? false).toBe(kind === 'change')
    expect(during.skips.map(({ reason }) => reason)).toContain('not-writable')
    // What came meanwhile is not lost for it.
    const [after] = (await run()).tools
    expect(after).toMatchObject({ newSessions: 0, newMessages: isGone ? 0 : 1 })
    expect(ours()).toHaveLength(isGone ? 0 : 1)
  })

  it('is another import of the same: nothing is doubled, and nothing is noted that is not there', async () => {
    const other = openHome(sample.disk)
    let isDone = false
    const { tools } = await run({
      tool: 'codex',
      async pause() {
        if (isDone) return
        isDone = true
        await (await other.imports()).run(sample.machine, { tool: 'codex' })
      },
    })
    expect(tools).toHaveLength(1)
    expect(names()).toHaveLength(8)
    expect((await run({ tool: 'codex' })).tools[0]).toMatchObject({ newMessages: 0 })
  })
})

describe('an import that is stopped', () => {
  it('is done again, and ends as if nothing had happened', async () => {
    await run()
    const whole = names().map((name) =>
      sample.chatcli.sessions.record(name).messages.map(({ message }) => message),
    )
    const calls = sample.disk.counters.calls
    for (let round = 1; round <= 12; round++) {
      const crashing = createSimulatedDisk({ nowMs })
      crashing.crashAt(Math.floor((calls * round) / 13))
      const first = openHome(crashing)
      await (await first.imports()).run(sample.machine).catch(() => undefined)
      const again = openHome(crashing.killed())
      await (await again.imports()).run(sample.machine)
      const sessions = again.sessions.list({ sort: 'name' }).sessions.map(({ name }) => name)
      expect(sessions).toEqual(names())
      expect(
        sessions.map((name) => again.sessions.record(name).messages.map(({ message }) => message)),
      ).toEqual(whole)
    }
  })

  it('has what it noted after a power cut, whatever of the rest is there', async () => {
    await run()
    const whole = names()
    const calls = sample.disk.counters.calls
    for (const part of [0.3, 0.6, 0.8, 0.95]) {
      const crashing = createSimulatedDisk({ nowMs })
      crashing.crashAt(Math.floor(calls * part * 0.5))
      const first = openHome(crashing)
      await (await first.imports()).run(sample.machine).catch(() => undefined)
      for (const { label, disk: left } of crashing.crashStates()) {
        const again = openHome(left)
        await (await again.imports()).run(sample.machine)
        const { sessions, unreadable } = again.sessions.list({ sort: 'name' })
        expect([label, unreadable, sessions.map(({ name }) => name)]).toEqual([label, [], whole])
      }
    }
  })

  it('stops in the middle of a file, keeps nothing of that file, and goes on from there', async () => {
    const stop = new AbortController()
    let pauses = 0
    let now = nowMs
    const ticking = { ...sample.machine, now: () => (now += 1000) }
    const result = await (
      await sample.chatcli.imports()
    ).run(ticking, {
      tool: 'codex',
      signal: stop.signal,
      async pause() {
        if (++pauses === 5) stop.abort()
      },
    })
    expect(result.isStopped).toBe(true)
    const left = names().length
    expect(left).toBeLessThan(8)
    const rest = await run({ tool: 'codex' })
    expect(rest.isStopped).toBe(false)
    expect(names()).toHaveLength(8)
    expect(result.tools.concat(rest.tools).reduce((sum, { newMessages }) => sum + newMessages, 0)).toBe(32)
  })

  it('stops between two files when it is told to, and goes on from there', async () => {
    const stop = new AbortController()
    const first = await run({
      signal: stop.signal,
      onProgress: ({ doneBytes }) => doneBytes > 10_000 && stop.abort(),
    })
    expect(first.isStopped).toBe(true)
    expect(names().length).toBeLessThan(12)
    const rest = await run()
    expect(rest.tools.reduce((sum, { unchanged }) => sum + unchanged, 0)).toBeGreaterThan(0)
    expect(names()).toHaveLength(12)
  })

  it('says what the disk refuses, and keeps what was there before', async () => {
    await run({ tool: 'codex' })
    const before = names()
    sample.disk.failAt(1, 'ENOSPC', { names: ['write'], path: 'sessions', forever: true })
    await expect(run({ tool: 'claude-code' })).rejects.toMatchObject({ code: 'storage' })
    sample.disk.clearFaults()
    expect(names()).toEqual(before)
    expect(sample.disk.list(`${home}/sessions`).filter((name) => name.endsWith('.tmp'))).toEqual([])
    await run()
    expect(names()).toHaveLength(12)
  })

  it.each(['sync', 'link', 'syncFolder', 'rename'] as const)(
    'notes nothing as read that was not put in place (%s)',
    async (name) => {
      await run({ tool: 'codex' })
      if (name === 'rename') {
        await run()
        growSample(sample.machine, 'One more')
      }
      sample.disk.failAt(1, 'EIO', { names: [name], path: 'sessions' })
      await expect(run({ tool: 'claude-code' })).rejects.toMatchObject({ code: 'storage' })
      sample.disk.clearFaults()
      const again = openHome(sample.disk)
      await (await again.imports()).run(sample.machine)
      expect(names()).toHaveLength(12)
      const said = sample.chatcli.sessions.record(nameOf(MAIN)).messages.map(({ message }) => message.content)
      expect(said.includes('One more')).toBe(name === 'rename')
    },
  )
})
