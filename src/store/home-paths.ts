import { join } from 'node:path'

/** The folders of a home, as absolute paths. */
export interface HomePaths {
  readonly root: string
  readonly homeFile: string
  readonly sessions: string
  readonly transcripts: string
  readonly trash: string
  /** The archive: text that compaction put away. */
  readonly ccr: string
  readonly state: string
}

export function homePaths(root: string): HomePaths {
  return {
    root,
    homeFile: join(root, 'home.json'),
    sessions: join(root, 'sessions'),
    transcripts: join(root, 'transcripts'),
    trash: join(root, 'trash'),
    ccr: join(root, 'ccr'),
    state: join(root, 'state'),
  }
}
