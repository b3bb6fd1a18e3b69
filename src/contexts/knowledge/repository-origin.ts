import { dirname, isAbsolute, join } from 'node:path'
import type { Disk } from '../../disk/disk.ts'
import { readText } from '../../disk/read-text.ts'
import type { KnowledgeOrigin } from './knowledge-types.ts'

/** Where the repository around a folder comes from and what it stands at; nothing when it is in none. */
export function repositoryOrigin(disk: Disk, folder: string): KnowledgeOrigin {
  for (let at = folder; ; at = dirname(at)) {
    const git = gitFolder(disk, join(at, '.git'))
    if (git !== undefined) return { repoUrl: remoteUrl(disk, git), commit: headCommit(disk, git) }
    if (dirname(at) === at) return {}
  }
}

/** A worktree has a file there that says where its folder is. */
function gitFolder(disk: Disk, path: string): string | undefined {
  const kind = attempt(() => disk.stat(path)?.kind)
  if (kind === 'folder') return path
  const target = kind === 'file' ? /^gitdir: (.+)$/m.exec(textOf(disk, path))?.[1] : undefined
  return target === undefined || isAbsolute(target) ? target : join(dirname(path), target)
}

function headCommit(disk: Disk, git: string): string | undefined {
  const head = textOf(disk, join(git, 'HEAD')).trim()
  const name = /^ref: (.+)$/.exec(head)?.[1]
  const commit = name === undefined ? head : textOf(disk, join(git, ...name.split('/'))).trim()
  const packed = (): string | undefined =>
    textOf(disk, join(git, 'packed-refs'))
      .split('\n')
      .find((line) => line.endsWith(` ${name}`))
  const found = commit === '' ? packed()?.split(' ')[0] : commit
  return found !== undefined && /^[0-9a-f]{40,64}$/.test(found) ? found : undefined
}

/** Without a name and a password, which people leave in it. */
function remoteUrl(disk: Disk, git: string): string | undefined {
  let isOrigin = false
  for (const line of textOf(disk, join(git, 'config')).split('\n')) {
    const text = line.trim()
    if (text.startsWith('[')) isOrigin = text === '[remote "origin"]'
    const url = isOrigin ? /^url\s*=\s*(\S.*)$/.exec(text)?.[1] : undefined
    if (url !== undefined) return url.replace(/^([\w+.-]+:\/\/)[^/]*@/, '$1')
  }
  return undefined
}

function textOf(disk: Disk, path: string): string {
  return attempt(() => readText(disk, path)) ?? ''
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
