import type { Catalogue } from '../text/catalogue.ts'
import { displayWidth, padToWidth } from '../text/display-width.ts'
import { sanitiseLine } from '../text/sanitise.ts'
import { troubleLine } from './bootstrap-trouble-line.ts'
import type { BootstrapView } from './bootstrap-view.ts'
import type { JsonObject } from './command.ts'

/** The bootstrap files in aligned columns, safe to show in a terminal: name, bytes, whose they are, path. */
export function renderBootstrap({ isOn, files, troubles }: BootstrapView, text: Catalogue): string[] {
  const { bootstrap } = text
  if (!isOn) return [bootstrap.off]
  if (files.length === 0 && troubles.length === 0) return [bootstrap.none]
  const trusts = { own: bootstrap.yours, ...bootstrap.trust }
  const rows = files.map(({ name, size, cutTo, trust, path }) => {
    const cut = cutTo === undefined ? '' : `, ${bootstrap.cutTo(cutTo)}`
    return [name, bootstrap.bytes(size) + cut, trusts[trust], path].map(sanitiseLine)
  })
  const widths = [0, 1, 2].map((i) => Math.max(0, ...rows.map((row) => displayWidth(row[i] ?? ''))))
  return [
    bootstrap.heading,
    ...rows.map((row) => `  ${row.map((cell, i) => padToWidth(cell, widths[i] ?? 0)).join('  ')}`),
    ...troubles.map((trouble) => `  ${sanitiseLine(troubleLine(trouble, text))}`),
  ]
}

/** For programs, as docs/bootstrap.md promises it. */
export function bootstrapJson({ isOn, files, troubles }: BootstrapView): JsonObject {
  return {
    isOn,
    files: files.map(({ name, path, size, cutTo, trust }) => {
      return { name, path, bytes: size, cutTo: cutTo ?? null, trust }
    }),
    leftOut: troubles.map(({ path, reason }) => {
      return { path, reason: typeof reason === 'string' ? reason : reason.code }
    }),
  }
}
