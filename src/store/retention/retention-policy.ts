import { type HomeFile } from '../home-file.ts'

/** How long things stay. 0 is for ever. */
export interface RetentionPolicy {
  /** Days a machine session stays that nobody touches. */
  readonly ttlDays: number
  /** Machine sessions that stay, per prefix; without meaning when `ttlDays` is 0. */
  readonly keep: number
  /** Days what is in the trash stays. */
  readonly trashDays: number
}

/** What is in force, and which of it the home asks for, against the settings. */
export interface PolicyInForce extends RetentionPolicy {
  readonly fromHome: readonly (keyof RetentionPolicy)[]
}

/** Where nothing else is said. */
export const defaultPolicy: RetentionPolicy = { ttlDays: 90, keep: 600, trashDays: 30 }

const fields = { ttlDays: 'session_ttl_days', keep: 'autosave_keep', trashDays: 'trash_days' } as const
const names: readonly (keyof RetentionPolicy)[] = ['ttlDays', 'keep', 'trashDays']

/** What `home.json` says about it. */
export function policyOfHome(file: HomeFile): Partial<RetentionPolicy> {
  const said = file['retention']
  if (typeof said !== 'object' || said === null) return {}
  const values = said as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values[fields[name]]
      return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? [[name, value]] : []
    }),
  )
}

/** The same, as `home.json` has it; fields that are not known here survive. */
export function homeWithPolicy(file: HomeFile, policy: Partial<RetentionPolicy>): HomeFile {
  const said = file['retention']
  const kept = typeof said === 'object' && said !== null ? said : {}
  const added = names.flatMap((name) => (policy[name] === undefined ? [] : [[fields[name], policy[name]]]))
  return { ...file, retention: { ...kept, ...Object.fromEntries(added) } }
}

/** Of what the settings and the home ask for, the longer each. */
export function policyInForce(asked: RetentionPolicy, ofHome: Partial<RetentionPolicy>): PolicyInForce {
  const fromHome = names.filter((name) => isLonger(name, ofHome[name], asked[name]))
  const own = Object.fromEntries(fromHome.map((name) => [name, ofHome[name]]))
  return { ...asked, ...own, fromHome }
}

/** What of a policy is to be kept in the home: what asks for longer than the home and than who says nothing. */
export function longerThanHome(
  asked: RetentionPolicy,
  ofHome: Partial<RetentionPolicy>,
): Partial<RetentionPolicy> {
  const longer = names.filter((name) => isLonger(name, asked[name], ofHome[name] ?? defaultPolicy[name]))
  return Object.fromEntries(longer.map((name) => [name, asked[name]]))
}

function isLonger(name: keyof RetentionPolicy, a: number | undefined, b: number): boolean {
  if (a === undefined) return false
  // Of days 0 is for ever; of a number to keep, it is none.
  const length = (value: number): number => (value === 0 && name !== 'keep' ? Infinity : value)
  return length(a) > length(b)
}
