import type { BootstrapTrouble } from '../agent/bootstrap/read-bootstrap.ts'
import type { Catalogue } from '../text/catalogue.ts'

/** Why a bootstrap file cannot be told to a model, in a line. */
export function troubleLine({ path, reason }: BootstrapTrouble, { bootstrap, fromStore }: Catalogue): string {
  if (reason === 'binary') return bootstrap.binary(path)
  if (reason === 'not-utf8') return bootstrap.notUtf8(path)
  return bootstrap.trouble(path, fromStore(reason.message))
}
