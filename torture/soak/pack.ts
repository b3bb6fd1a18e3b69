import { readFileSync } from 'node:fs'
import { memoryIn, processIn } from './proc-figures.ts'

interface Member {
  readonly name: string
  readonly pid: number
  /** Whether it stays for many operations. */
  readonly isLong: boolean
  wasKilled: boolean
}

/** A process of the soak, from its start to its end. */
export interface Membership {
  /** Whether it was the soak that ended it. */
  readonly wasKilled: () => boolean
  readonly leave: () => void
}

/** The processes of a soak, each of which may be killed or made to stand still at any moment. */
export class Pack {
  readonly #members = new Set<Member>()
  readonly #kills = new Map<string, number>()
  #stops = 0

  join(name: string, pid: number | null | undefined, isLong: boolean): Membership {
    if (pid === undefined || pid === null) return { wasKilled: () => false, leave: () => undefined }
    const member: Member = { name, pid, isLong, wasKilled: false }
    this.#members.add(member)
    return { wasKilled: () => member.wasKilled, leave: () => void this.#members.delete(member) }
  }

  get kills(): ReadonlyMap<string, number> {
    return this.#kills
  }

  get stops(): number {
    return this.#stops
  }

  /** Ends one of them with SIGKILL. */
  killOne(random: () => number): void {
    const member = this.#draw(random, () => true)
    if (member === undefined) return
    process.kill(member.pid, 'SIGKILL')
    member.wasKilled = true
    this.#members.delete(member)
    this.#kills.set(member.name, (this.#kills.get(member.name) ?? 0) + 1)
  }

  /** One of them stands still for a while. */
  stopOne(random: () => number, milliseconds: number): void {
    const member = this.#draw(random, () => true)
    if (member === undefined) return
    process.kill(member.pid, 'SIGSTOP')
    this.#stops++
    setTimeout(() => {
      if (isOurs(member.pid)) process.kill(member.pid, 'SIGCONT')
    }, milliseconds)
  }

  /** Memory of those that stay, in MB by name. */
  memory(): Record<string, number> {
    const figures: Record<string, number> = {}
    for (const { name, pid, isLong } of this.#members) {
      const status = isLong ? read(`/proc/${pid}/status`) : undefined
      const memory = status === undefined ? undefined : memoryIn(status)
      if (memory !== undefined) figures[name] = Math.round(memory * 10) / 10
    }
    return figures
  }

  #draw(random: () => number, isMeant: (member: Member) => boolean): Member | undefined {
    const alive = [...this.#members].filter((member) => isMeant(member) && isOurs(member.pid))
    return alive[Math.floor(random() * alive.length)]
  }
}

/** A number that the system gave to another process meanwhile is left alone. */
function isOurs(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`)
  if (stat === undefined) return false
  const { parent, state } = processIn(stat)
  return parent === process.pid && state !== 'Z'
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
