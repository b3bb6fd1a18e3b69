import type { Disk } from '../../disk/disk.ts'
import { noKeys } from '../../seal/keyring.ts'
import { homePaths } from '../home-paths.ts'
import { type HomeSeal, homeGuard } from './home-seal.ts'

/** What `home.json` says of the key of a home; undefined when it is not sealed. @throws ChatCliError `damaged` */
export function homeSealOf(disk: Disk, home: string): HomeSeal | undefined {
  const never = (): never => {
    throw new Error('unreachable: nothing is written')
  }
  return homeGuard({ disk, home: homePaths(home), keys: noKeys, now: never, randomName: never }).seal()
}
