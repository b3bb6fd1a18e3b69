import type { RealOperation } from './operations.ts'
import type { World } from './talk-world.ts'
import { unkept } from './unkept.ts'

/** What is wrong when something that the output of an operation acknowledged is not in a world; undefined when all is. */
export function lostWords(
  { sessions, loose }: World,
  stdout: string,
  { acknowledged }: RealOperation,
): string | undefined {
  const contents = [...sessions.values(), ...loose].flatMap(({ record }) => record)
  const others = acknowledged?.(stdout) ?? []
  const [lost] = [...unkept(contents, stdout), ...others.filter((text) => !contents.includes(text))]
  return lost === undefined ? undefined : `acknowledged, and not there: ${lost}`
}
