import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'

/** A text of a file under `src`, which stands there once, and what to put in its place. */
export type SourceEdit = readonly [file: string, text: string, instead: string]

/** Bundles the program with some of its source changed. */
export function sourceEdits(edits: readonly SourceEdit[]): Plugin {
  return {
    name: 'source-edits',
    setup(bundle) {
      bundle.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
        let contents = readFileSync(path, 'utf8')
        for (const [file, text, instead] of edits) {
          if (!path.endsWith(`/src/${file}`)) continue
          if (contents.split(text).length !== 2)
            throw new Error(`src/${file} does not hold once: ${JSON.stringify(text)}`)
          contents = contents.replace(text, () => instead)
        }
        return { contents, loader: 'ts' }
      })
    },
  }
}
