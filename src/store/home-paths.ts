import { join } from 'node:path'

/** The folders of a home, as absolute paths. */
export interface HomePaths {
  readonly root: string
  readonly homeFile: string
  readonly sessions: string
  readonly transcripts: string
  readonly trash: string
  readonly state: string
}

export function homePaths(root: string): HomePaths {
  return {
    root,
    homeFile: join(root, 'home.json'),
    sessions: join(root, 'sessions'),
    transcripts: join(root, 'transcripts'),
    trash: join(root, 'trash'),
    state: join(root, 'state'),
  }
}
