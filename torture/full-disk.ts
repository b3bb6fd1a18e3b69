import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ChatCliError } from '../src/errors.ts'
import { openChatCli } from '../src/open-chatcli.ts'
import type { Experiment, Figure } from './experiment.ts'
import { notRun } from './not-run.ts'
import { peerWriters } from './peer-writers.ts'
import { saidMessages } from './said-messages.ts'

/** A disk with less and less room: what was there stays whole, and what was said to be saved is there whole. */
export const fullDisk: Experiment = {
  name: 'full-disk',
  about: 'a disk with a little room, more of it each time (tmpfs), and what others do there',
  async run(lab) {
    const what = 'a nearly full disk: turn and session file'
    const bar = 'the old stays whole; "saved" means whole'
    const files = mountTmpfs(lab.folder)
    if (files === undefined) return [notRun({ what, bar }, 'no tmpfs can be mounted here')]
    try {
      const rooms = Array.from(
        { length: lab.scale === 'full' ? 120 : 30 },
        (_, i) => 4096 + i * (lab.scale === 'full' ? 2048 : 8192),
      )
      const ours = tryOurs(files, rooms)
      const figures: Figure[] = [
        {
          what,
          bar,
          measured: `${ours.problems.length} problems in ${rooms.length} fillings: ${ours.saved} saved, ${ours.refused} refused`,
          isMet: ours.problems.length === 0 && ours.saved > 0 && ours.refused > 0,
          problems: ours.problems,
        },
      ]
      for (const { name, write } of await peerWriters(lab)) {
        const { broken, done } = await tryPeer(files, rooms, write)
        figures.push({
          what: `the same with ${name}, a whole file replaced`,
          bar: '-',
          measured: `${broken} files cut off and told to be written, of ${done} told to be written`,
          isMet: 'compared',
          problems: [],
        })
      }
      return figures
    } finally {
      spawnSync('umount', [files])
    }
  },
}

function tryOurs(
  files: string,
  rooms: readonly number[],
): { readonly problems: readonly string[]; readonly saved: number; readonly refused: number } {
  const problems: string[] = []
  let saved = 0
  let refused = 0
  for (const room of rooms) {
    const home = join(files, 'home')
    const chatcli = openChatCli({ home })
    const live = chatcli.sessions.create({ name: 'alpha' })
    live.append(saidMessages('first', 2, 20_000))
    live.save()
    leaveRoom(files, room)
    let told = 'saved'
    try {
      live.append(saidMessages('second', 2, 20_000))
      if (live.status === 'not-saved') told = 'not saved'
      else live.save()
    } catch (error) {
      told = error instanceof ChatCliError && error.code === 'storage' ? 'refused' : String(error)
    }
    rmSync(join(files, 'filler'), { force: true })
    const found = openChatCli({ home })
      .sessions.record('alpha')
      .messages.map(({ message }) => message.content)
    const words = found.map((content) => content.split(' ')[0]).join(' ')
    const isCut = found.some((content) => content.length < 20_000)
    if (isCut || !words.startsWith('first first')) problems.push(`${room} bytes left, ${told}: ${words}`)
    if (told === 'saved' && words !== 'first first second second')
      problems.push(`${room} bytes left, told to be saved: ${words}`)
    if (told === 'saved') saved++
    else if (['refused', 'not saved'].includes(told)) refused++
    else problems.push(`${room} bytes left: ${told}`)
    live.close()
    rmSync(home, { recursive: true, force: true })
  }
  return { problems, saved, refused }
}

async function tryPeer(
  files: string,
  rooms: readonly number[],
  write: (path: string, text: string) => Promise<void> | void,
): Promise<{ readonly broken: number; readonly done: number }> {
  let broken = 0
  let done = 0
  const path = join(files, 'session.json')
  for (const room of rooms) {
    writeFileSync(path, JSON.stringify('old'.repeat(5000)))
    leaveRoom(files, room)
    const text = JSON.stringify('new'.repeat(15_000))
    let isTold = true
    try {
      await write(path, text)
    } catch {
      isTold = false
    }
    rmSync(join(files, 'filler'), { force: true })
    if (isTold) done++
    if (isTold && readFileSync(path, 'utf8') !== text) broken++
    rmSync(path, { force: true })
  }
  return { broken, done }
}

/** Fills the disk up to about so many bytes. */
function leaveRoom(files: string, room: number): void {
  const { bavail, bsize } = statfsSync(files)
  writeFileSync(join(files, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - room)))
}

function mountTmpfs(folder: string): string | undefined {
  const files = join(folder, 'tmpfs')
  mkdirSync(files)
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', files], { stdio: 'ignore' })
  return status === 0 ? files : undefined
}
