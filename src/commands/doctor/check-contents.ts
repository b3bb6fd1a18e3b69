import { join } from 'node:path'
import type { ChatCli, HomeInspection } from '../../chatcli.ts'
import type { Disk } from '../../disk/disk.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { parseReplacedName } from '../../store/replaced-name.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import type { Finding, FindingPlace, Severity } from './finding.ts'
import { repairSession } from './repair-session.ts'

export interface CheckContentsOptions {
  readonly chatcli: ChatCli
  readonly inspection: HomeInspection
  readonly text: Catalogue
  /** The disk as it is, without a seal. */
  readonly disk: Disk
  /** @throws the system's errors */
  readonly changeMode: (path: string, mode: number) => void
  /** See `StorageApi`. */
  readonly finishReplacements: () => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** What lies in the home: what cannot be read, what should not be there, and who else can read it. */
export function checkContents(options: CheckContentsOptions): Finding[] {
  const { chatcli, inspection, text, disk, changeMode } = options
  const { doctor } = text
  const at = (path: string): string => join(inspection.root, ...path.split('/'))
  const finding = (
    check: Finding['check'],
    severity: Severity,
    places: readonly FindingPlace[],
    fix?: () => void,
  ): Finding => {
    const isFine = places.length === 0
    return {
      check,
      severity: isFine ? 'ok' : severity,
      measured: isFine ? doctor.fine : doctor.files(places.length),
      expected: doctor.none,
      places,
      ...(fix === undefined || isFine ? {} : { fix }),
    }
  }
  const plain = (path: string, measured = ''): FindingPlace => ({ path, measured, expected: '' })
  const recoverable = new Map(
    chatcli.sessions
      .unsaved()
      .flatMap(({ name, calledLast }) => (calledLast === undefined ? [] : [[calledLast, name] as const])),
  )
  const unreadable = inspection.unreadable.map(({ name, reason }) =>
    plain(`sessions/${name}.json`, text.fromStore(reason)),
  )
  const mendable = inspection.unreadable.filter(
    ({ name, code }) => code === 'damaged' && recoverable.has(name),
  )
  const damage = inspection.damage.map(({ file, offset, length, reason }) =>
    plain(file, `${offset}+${length}: ${reason}`),
  )
  const { foreignSessions, foreignLines, readTranscripts, transcripts, sessions, trash } = inspection
  return [
    finding('modes', 'error', inspection.modes, () => {
      for (const { path, expected } of inspection.modes) {
        try {
          changeMode(at(path), Number.parseInt(expected, 8))
        } catch (error) {
          throw toStorageError(error, 'change the permissions of', at(path))
        }
      }
    }),
    finding('owners', 'error', inspection.owners),
    finding('links', 'warning', inspection.links),
    finding('names', 'warning', inspection.names),
    {
      ...finding(
        'unreadable',
        'error',
        unreadable,
        mendable.length === 0
          ? undefined
          : () => {
              for (const { name } of mendable)
                repairSession(chatcli, {
                  disk,
                  path: at(`sessions/${name}.json`),
                  name,
                  from: recoverable.get(name) ?? '',
                  now: options.now,
                })
            },
      ),
      ...(unreadable.length === 0 ? { measured: doctor.contents(sessions, transcripts, trash) } : {}),
    },
    {
      ...finding('damage', 'error', damage),
      measured: `${damage.length === 0 ? doctor.fine : doctor.lines(damage.length)} (${doctor.readOf(readTranscripts, transcripts)})`,
      ...(readTranscripts < transcripts ? { remedy: doctor.readAllHint } : {}),
    },
    {
      check: 'foreign',
      severity: foreignLines > 0 ? 'warning' : foreignSessions > 0 ? 'info' : 'ok',
      measured:
        foreignSessions + foreignLines === 0
          ? doctor.none
          : doctor.foreignFound(foreignSessions, foreignLines),
      expected: doctor.none,
    },
    finding('temp', 'warning', inspection.temp, () => {
      for (const { path } of inspection.temp) disk.unlink(at(path))
    }),
    finding(
      'side-files',
      'info',
      inspection.sideFiles.map((path) => plain(path)),
      inspection.sideFiles.some((path) => parseReplacedName(path) !== undefined)
        ? options.finishReplacements
        : undefined,
    ),
    finding(
      'unsealed',
      'warning',
      inspection.unsealed.map((path) => plain(path)),
    ),
    finding('future', 'info', inspection.future),
  ]
}
