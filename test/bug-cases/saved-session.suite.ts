import { testHome, type TestHome, turns } from '../scenarios/test-home.suite.ts'

/** What {@link turns} say. */
export const texts = (count: number, topic?: string): string[] =>
  turns(count, topic).map(({ content }) => content)

/** A saved session with its transcript as lines. */
export interface SavedSession {
  readonly home: TestHome
  readonly path: string
  readonly lines: readonly string[]
}

export function saved(count = 3): SavedSession {
  const home = testHome()
  home.chatcli.sessions.save('tide-notes', turns(count))
  const path = home.transcript('tide-notes')
  const lines = home
    .text(path)
    .split('\n')
    .filter((line) => line !== '')
  return { home, path, lines }
}

export const isMessage = (line: string): boolean => line.includes('"kind":"message"')

/** Takes the session file away and says what the transcript is called then. */
export function onlyTranscript(home: TestHome): string {
  home.remove(home.session('tide-notes'))
  return home.surface().sessions.list().sessions[0]?.name ?? ''
}
