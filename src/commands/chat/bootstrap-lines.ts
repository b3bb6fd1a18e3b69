import type { Bootstrap, BootstrapFile } from '../../agent/bootstrap/read-bootstrap.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { troubleLine } from '../bootstrap-trouble-line.ts'

export interface BootstrapChange {
  readonly before: Bootstrap
  readonly now: Bootstrap
  /** Nothing was told before in this chat. */
  readonly isFirst: boolean
  /** Paths of files that an earlier chat was told otherwise. */
  readonly changed: ReadonlySet<string>
}

/** What the person is told of bootstrap files, each thing once. Their own files are not worth a line before they change. */
export function bootstrapLines(
  { before, now, isFirst, changed: since }: BootstrapChange,
  text: Catalogue,
): string[] {
  const { bootstrap } = text
  const was = new Map(before.files.map((file) => [file.path, file]))
  const is = new Set(now.files.map(({ name }) => name))
  const isOther = ({ path, text: said }: BootstrapFile): boolean =>
    was.has(path) ? was.get(path)?.text !== said : since.has(path)
  const fresh = now.files.filter((file) => !was.has(file.path) && !isOther(file))
  const told = isFirst ? fresh.filter(({ from }) => from === 'workspace') : fresh
  const changed = now.files.filter(isOther)
  const gone = before.files.filter(({ name }) => !is.has(name))
  const saidLeftOut = new Set(before.leftOut.map(({ folder }) => folder.path))
  const saidTrouble = new Set(before.troubles.map((trouble) => troubleLine(trouble, text)))
  const line = (say: (names: string) => string, files: readonly BootstrapFile[]): string[] =>
    files.length === 0 ? [] : [say(files.map(({ name }) => name).join(', '))]
  return [
    ...line(bootstrap.told, told),
    ...line(bootstrap.changed, changed),
    ...line(bootstrap.gone, gone),
    ...[...fresh, ...changed].filter(({ isCut }) => isCut).map(({ name }) => bootstrap.cut(name)),
    ...now.leftOut
      .filter(({ folder }) => !saidLeftOut.has(folder.path))
      .map(({ folder, files }) => {
        return bootstrap.leftOut(files.map(({ name }) => name).join(', '), folder.path)
      }),
    ...now.troubles.map((trouble) => troubleLine(trouble, text)).filter((said) => !saidTrouble.has(said)),
  ]
}
