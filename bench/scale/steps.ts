import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { attachedContext } from './make-store.ts'
import { marathonName } from './make-marathon.ts'

/** One thing a person does, as a whole process. */
export interface Step {
  readonly name: string
  readonly words: readonly string[]
  /** What it should grow with: everything in the home, the session it is about, or nothing. */
  readonly grows: 'store' | 'session' | 'nothing'
  /** Done in front of it, unmeasured. */
  readonly prepare?: (home: string) => void
  readonly input?: string
  /** What it ends with, 0 when not given. */
  readonly exitCode?: number
  /** It needs the model that answers. */
  readonly asks?: true
  /** It needs the search index, or makes it. */
  readonly index?: true
}

/** A session of a person's in every store that is made. */
const one = 'sess-00104'

const forgetCatalogue = (home: string): void => rmSync(join(home, 'state', 'catalogue.json'), { force: true })

/** In an order in which each leaves to the next what that needs. */
export const storeSteps: readonly Step[] = [
  {
    name: 'list, first',
    words: ['session', 'list', '--limit', '20'],
    grows: 'store',
    prepare: forgetCatalogue,
  },
  { name: 'list', words: ['session', 'list', '--limit', '20'], grows: 'store' },
  { name: 'list, all as JSON', words: ['session', 'list', '--json'], grows: 'store' },
  { name: 'index rebuild', index: true, words: ['index', 'rebuild'], grows: 'store' },
  { name: 'search, rare word', index: true, words: ['search', 'zanzibarine'], grows: 'nothing', exitCode: 1 },
  {
    name: 'search, sentence',
    index: true,
    words: ['search', 'what did we decide about the weather forecast?'],
    grows: 'nothing',
  },
  { name: 'get a page', words: ['session', 'get', one], grows: 'session' },
  {
    name: 'get by query',
    index: true,
    words: ['session', 'get', one, '--query', 'weather'],
    grows: 'session',
  },
  { name: 'get what is not there', words: ['session', 'get', 'nowhere'], grows: 'store', exitCode: 3 },
  { name: 'resume with a turn', words: ['-p', 'And now?', '--session', one], grows: 'session', asks: true },
  {
    name: 'search after a turn',
    index: true,
    words: ['search', 'zanzibarine'],
    grows: 'nothing',
    exitCode: 1,
  },
  {
    name: 'save',
    words: ['session', 'save', 'scale-new', '-'],
    grows: 'nothing',
    input: '[{"role":"user","content":"hi"}]',
  },
  { name: 'rename', words: ['session', 'rename', 'scale-new', 'scale-other'], grows: 'nothing' },
  { name: 'fork', words: ['session', 'fork', one, 'scale-fork'], grows: 'session' },
  { name: 'delete', words: ['session', 'delete', 'scale-fork'], grows: 'store' },
  { name: 'restore', words: ['session', 'restore', 'scale-fork'], grows: 'nothing' },
  { name: 'purge', words: ['session', 'delete', 'scale-fork', '--purge', '--yes'], grows: 'store' },
  { name: 'purge another', words: ['session', 'delete', 'scale-other', '--purge', '--yes'], grows: 'store' },
  { name: 'context show', words: ['context', 'show', attachedContext], grows: 'store' },
  { name: 'import, nothing there', words: ['import'], grows: 'nothing' },
  { name: 'storage', words: ['storage'], grows: 'store' },
  { name: 'prune, plan', words: ['storage', 'prune'], grows: 'store' },
  { name: 'prune, apply', words: ['storage', 'prune', '--apply'], grows: 'store' },
  { name: 'trash list', words: ['trash', 'list'], grows: 'store' },
  { name: 'restore what expired', words: ['trash', 'restore', '--expired'], grows: 'store' },
  { name: 'doctor', index: true, words: ['doctor'], grows: 'store' },
  { name: 'verify', words: ['verify'], grows: 'store' },
]

/** About one long session. */
export const marathonSteps: readonly Step[] = [
  { name: 'list, first', words: ['session', 'list'], grows: 'nothing', prepare: forgetCatalogue },
  { name: 'get the first page', words: ['session', 'get', marathonName], grows: 'session' },
  {
    name: 'resume with a turn',
    words: ['-p', 'And now?', '--session', marathonName],
    grows: 'nothing',
    asks: true,
  },
  { name: 'index rebuild', index: true, words: ['index', 'rebuild'], grows: 'session' },
  { name: 'search', index: true, words: ['search', 'zanzibarine'], grows: 'nothing' },
  {
    name: 'resume with a turn again',
    words: ['-p', 'And then?', '--session', marathonName],
    grows: 'nothing',
    asks: true,
  },
  { name: 'search after a turn', index: true, words: ['search', 'zanzibarine'], grows: 'session' },
  {
    name: 'get by query',
    index: true,
    words: ['session', 'get', marathonName, '--query', 'zanzibarine'],
    grows: 'session',
  },
  { name: 'transcript stats', words: ['session', 'transcript', marathonName, 'stats'], grows: 'session' },
  {
    name: 'transcript search',
    index: true,
    words: ['session', 'transcript', marathonName, 'search', 'zanzibarine'],
    grows: 'session',
  },
  { name: 'fork', words: ['session', 'fork', marathonName, 'scale-fork'], grows: 'session' },
  {
    name: 'purge the fork',
    words: ['session', 'delete', 'scale-fork', '--purge', '--yes'],
    grows: 'nothing',
  },
  { name: 'rename', words: ['session', 'rename', marathonName, 'scale-other'], grows: 'nothing' },
  { name: 'rename back', words: ['session', 'rename', 'scale-other', marathonName], grows: 'nothing' },
  { name: 'delete', words: ['session', 'delete', marathonName], grows: 'nothing' },
  { name: 'restore', words: ['session', 'restore', marathonName], grows: 'nothing' },
  { name: 'prune, plan', words: ['storage', 'prune'], grows: 'nothing' },
  { name: 'doctor', index: true, words: ['doctor'], grows: 'session' },
  { name: 'verify', words: ['verify'], grows: 'session' },
]
