import type { Race } from './check-race.ts'
import type { Observed } from './observe-world.ts'
import type { Operation } from './operation.ts'
import { keyOf } from './world.ts'

const ALPHA = ['alpha0', 'alpha1', 'alpha2']

const save = (text: string): Operation => ({ kind: 'save', name: 'new', texts: [text] })
const rename = (name: string, to: string): Operation => ({ kind: 'rename', name, to })
const fork = (name: string, to: string): Operation => ({ kind: 'fork', name, to })
const append = (name: string, text: string): Operation => ({ kind: 'append', name, texts: [text] })
const goOn = (text: string): Operation => ({ kind: 'go-on', name: 'alpha', texts: [text] })

const texts = (found: Observed, name: string): readonly string[] => found.sessions.get(name)?.record ?? []
const names = (found: Observed): string => [...found.sessions.keys()].sort().join()
const loose = (found: Observed): string => found.loose.map(({ record }) => record.join()).join(' and ')

/** Every text that is somewhere, as often as it is. */
function everything({ sessions, trash, loose }: Observed): string[] {
  return [...sessions.values(), ...trash, ...loose].flatMap(({ record }) => record).sort()
}

/** Two operations that meet, by what must come of it. */
export const RACES: readonly (readonly [string, Race])[] = [
  [
    'saving under the same new name: one gets it, the other is told',
    {
      store: 'one',
      first: save('mine'),
      second: save('yours'),
      mayEndWith: ['exists', 'conflict'],
      judge(found, first, second) {
        if ((first === 'done') === (second === 'done')) return 'not exactly one was saved'
        const right = first === 'done' ? 'mine' : 'yours'
        if (texts(found, 'new').join() !== right || texts(found, 'alpha').join() !== ALPHA.join())
          return keyOf(found)
        return found.loose.length > 0 ? `left over: ${loose(found)}` : undefined
      },
    },
  ],
  [
    'forking to the same name: one gets it, the other is told',
    {
      store: 'two',
      first: fork('alpha', 'new'),
      second: fork('beta', 'new'),
      mayEndWith: ['exists', 'conflict'],
      judge(found, first, second) {
        if ((first === 'done') === (second === 'done')) return 'not exactly one was forked'
        const right = first === 'done' ? texts(found, 'alpha') : texts(found, 'beta')
        if (names(found) !== 'alpha,beta,new' || texts(found, 'new').join() !== right.join())
          return keyOf(found)
        return found.loose.length > 0 ? `left over: ${loose(found)}` : undefined
      },
    },
  ],
  [
    'renaming two sessions to the same name: one gets it, the other keeps its own',
    {
      store: 'two',
      first: rename('alpha', 'new'),
      second: rename('beta', 'new'),
      mayEndWith: ['exists', 'conflict'],
      judge(found, first, second) {
        if ((first === 'done') === (second === 'done')) return 'not exactly one was renamed'
        const right = first === 'done' ? 'beta,new' : 'alpha,new'
        return names(found) === right && found.loose.length === 0 ? undefined : keyOf(found)
      },
    },
  ],
  [
    'renaming one session to two names: it has one of them',
    {
      store: 'one',
      first: rename('alpha', 'this'),
      second: rename('alpha', 'that'),
      mayEndWith: ['exists', 'conflict', 'not-found', 'storage'],
      judge: (found) =>
        found.sessions.size === 1 && everything(found).join() === ALPHA.join() ? undefined : keyOf(found),
    },
  ],
  ...(['append', 'go-on'] as const).flatMap((kind) =>
    ['one' as const, 'plain' as const].map((store): readonly [string, Race] => [
      `${kind} while the session of store ${store} is deleted: the message is where its conversation is`,
      {
        store,
        first: kind === 'append' ? append('alpha', 'late') : goOn('late'),
        second: { kind: 'delete', name: 'alpha' },
        mayEndWith: ['not-found'],
        judge: (found, first) => judgeDeleted(found, first),
      },
    ]),
  ),
  ...(['append', 'go-on'] as const).flatMap((kind) =>
    ['one' as const, 'plain' as const].map((store): readonly [string, Race] => [
      `deleting the session of store ${store} while something is said in it (${kind})`,
      {
        store,
        first: { kind: 'delete', name: 'alpha' },
        second: kind === 'append' ? append('alpha', 'late') : goOn('late'),
        mayEndWith: ['not-found'],
        judge: (found, _, second) => judgeDeleted(found, second),
      },
    ]),
  ),
  [
    'append while the session is renamed: it is in the renamed session',
    {
      store: 'one',
      first: goOn('late'),
      second: rename('alpha', 'new'),
      mayEndWith: [],
      judge: (found) => judgeRenamed(found),
    },
  ],
  [
    'renaming while something is said',
    {
      store: 'one',
      first: rename('alpha', 'new'),
      second: goOn('late'),
      mayEndWith: [],
      judge: (found) => judgeRenamed(found),
    },
  ],
  ...['one' as const, 'plain' as const].map((store): readonly [string, Race] => [
    `two appends to the session of store ${store}: both are in it, once`,
    {
      store,
      first: append('alpha', 'mine'),
      second: append('alpha', 'yours'),
      mayEndWith: [],
      judge(found) {
        const said = texts(found, 'alpha')
        const isRight =
          said.slice(0, 3).join() === ALPHA.join() && said.slice(3).sort().join() === 'mine,yours'
        return isRight && found.loose.length === 0 ? undefined : keyOf(found)
      },
    },
  ]),
]

/** The person who said it was told that it is safe, so it is in the trash, or in a conversation that goes on. */
function judgeDeleted(found: Observed, append: 'done' | 'refused'): string | undefined {
  const isIn = (talks: readonly { readonly record: readonly string[] }[]): number =>
    talks.filter(({ record }) => record.includes('late')).length
  const places = isIn([...found.sessions.values(), ...found.loose]) + isIn(found.trash)
  if (append === 'done' && places === 0) return `lost: ${keyOf(found)}`
  if (isIn([...found.sessions.values(), ...found.loose]) > 1) return `twice: ${keyOf(found)}`
  const whole = [...found.trash, ...found.sessions.values()].some(({ record }) =>
    ALPHA.every((text) => record.includes(text)),
  )
  return whole ? undefined : `the deleted conversation is not whole: ${keyOf(found)}`
}

function judgeRenamed(found: Observed): string | undefined {
  const right = [...ALPHA, 'late'].join()
  return names(found) === 'new' && texts(found, 'new').join() === right && found.loose.length === 0
    ? undefined
    : keyOf(found)
}
