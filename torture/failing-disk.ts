import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { openChatCli } from '../src/open-chatcli.ts'
import type { Experiment, Lab } from './experiment.ts'
import { notRun } from './not-run.ts'
import { runProcess } from './run-process.ts'
import { unkept } from './unkept.ts'
import { mount, newImage } from './loop-disk.ts'
import { makeSession } from './make-session.ts'

const MEGABYTES = 48

/** A disk whose writes fail below the file system, as a dying one's do: an fsync that fails is told, and believed. */
export const failingDisk: Experiment = {
  name: 'failing-disk',
  about: 'a disk that fails below the file system (nbdkit), at random moments',
  async run(lab) {
    const what = 'disk errors below the file system, while turns are taken'
    const bar = '0 acknowledged turns lost; the failure is told'
    if (spawnSync('nbdkit', ['--version']).status !== 0 || !existsSync('/dev/fuse'))
      return [notRun({ what, bar }, 'no nbdkit or no FUSE here')]
    const rounds = lab.scale === 'full' ? 20 : 3
    const problems: string[] = []
    let failures = 0
    let acknowledged = 0
    for (let round = 0; round < rounds; round++) {
      const outcome = await oneRound(round, lab)
      problems.push(...outcome.problems)
      acknowledged += outcome.acknowledged
      if (outcome.isTold) failures++
      lab.say(`round ${round}: ${outcome.acknowledged} turns before the failure`)
    }
    return [
      {
        what,
        bar,
        measured: `${problems.length} problems in ${rounds} failures, ${failures} told, ${acknowledged} acknowledged turns`,
        isMet: problems.length === 0 && failures === rounds,
        problems,
      },
    ]
  },
}

async function oneRound(
  round: number,
  lab: Lab,
): Promise<{
  readonly problems: readonly string[]
  readonly acknowledged: number
  readonly isTold: boolean
}> {
  const folder = join(lab.folder, `round-${round}`)
  const image = newImage(folder, MEGABYTES)
  const [trigger, exported] = [join(folder, 'fail'), join(folder, 'exported')]
  writeFileSync(exported, '')
  const server = serve(image, trigger, exported)
  try {
    await until(() => statSync(exported).size === MEGABYTES * 2 ** 20)
    const disk = mount(exported, join(folder, 'files'))
    let output = ''
    let status: number | null = null
    try {
      const home = join(disk.folder, 'home')
      makeSession(home, 'first')
      const turns = runProcess([execPath, lab.worker, 'turns', home, 'w', '0', '100000', '3000'], {})
      setTimeout(() => writeFileSync(trigger, ''), 600 + round * 130)
      const ended = await turns
      output = ended.stdout
      status = ended.status
    } finally {
      rmSync(trigger, { force: true })
      disk.unmount()
    }
    server.kill('SIGTERM')
    await new Promise((resolve) => server.on('close', resolve))
    // What is on the disk itself, read without the one that failed.
    const left = mount(image, join(folder, 'left'))
    try {
      const { messages } = openChatCli({ home: join(left.folder, 'home') }).sessions.record('alpha')
      const contents = messages.map(({ message }) => message.content)
      const problems = unkept(contents, output).map(
        (head) => `round ${round}: acknowledged, and not there: ${head}`,
      )
      const acknowledged = output.match(/^said /gm)?.length ?? 0
      return { problems, acknowledged, isTold: status !== 0 }
    } finally {
      left.unmount()
    }
  } finally {
    server.kill('SIGKILL')
  }
}

/** The image as a file that fails from the moment at which the trigger file is there. */
function serve(image: string, trigger: string, exported: string): ChildProcess {
  const filter = [
    '--filter=error',
    'file',
    image,
    'error-pwrite=EIO',
    'error-pwrite-rate=100%',
    `error-file=${trigger}`,
  ]
  return spawn('nbdfuse', [exported, '--command', 'nbdkit', '-s', ...filter], { stdio: 'ignore' })
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 100 && !isSo(); tries++) await sleep(50)
}
