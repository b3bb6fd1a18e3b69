import { makeFolderDurably } from '../disk/make-folder-durably.ts'
import { readText } from '../disk/read-text.ts'
import { toStorageError } from '../disk/storage-error.ts'
import { writeDurably } from '../disk/write-durably.ts'
import { ChatCliError } from '../errors.ts'
import { checkHomeFormat } from './sealed/check-home-format.ts'
import type { StoreContext } from './store-context.ts'
import { sweepReplacements } from './sweep-replacements.ts'
import { sweepTempFiles } from './sweep-temp-files.ts'

/** The layout of a home folder that is made. */
const HOME_FORMAT = 1
const DAY = 86_400_000
/** Homes this process has swept, by what it opened them with. */
const swept = new WeakSet<StoreContext>()

/**
 * Makes the folders of the home, and `home.json`, where they are not there yet; the first time, removes what crashes left.
 *
 * @throws ChatCliError `newer-version` when a later program made this home, `storage`
 */
export function prepareHome(context: StoreContext): void {
  const { disk, home, randomHex, now } = context
  checkHome(context)
  for (const folder of [home.root, home.sessions, home.transcripts, home.state])
    makeFolderDurably(disk, folder)
  if (!swept.has(context)) {
    swept.add(context)
    sweepTempFiles(context, DAY)
    sweepReplacements(context, [home.transcripts], DAY)
  }
  if (disk.stat(home.homeFile) !== undefined) return
  const text = JSON.stringify(
    { format: HOME_FORMAT, created_at: new Date(now()).toISOString() },
    undefined,
    2,
  )
  try {
    writeDurably(disk, home.homeFile, Buffer.from(`${text}\n`), {
      replace: false,
      randomName: () => randomHex(16),
    })
  } catch (error) {
    // Another process made it a moment ago.
    if (!(error instanceof ChatCliError && error.code === 'exists')) throw error
  }
}

/**
 * Looks whether this program may use the home.
 *
 * @throws ChatCliError `newer-version`, `damaged` or `storage`
 */
export function checkHome({ disk, home }: StoreContext): void {
  if (disk.stat(home.homeFile) === undefined) return
  let format: unknown
  try {
    const text = readText(disk, home.homeFile)
    format = (JSON.parse(text) as { format?: unknown }).format
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw toStorageError(error, 'read', home.homeFile)
    const hint = 'Put back a backup of that file; it says how the home is laid out.'
    throw new ChatCliError('damaged', `${home.homeFile} cannot be read`, { hint, cause: error })
  }
  checkHomeFormat(home.root, format)
}
