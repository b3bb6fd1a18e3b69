import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A test whose name begins with the cases it shows: `P31, R56: a lock of a dead process …`. */
export interface MarkedTest {
  readonly cases: readonly string[]
  /** Path from the root of the project, with `/`. */
  readonly file: string
  /** What stands behind the cases. */
  readonly name: string
}

/** The marked tests of the project, by file and place. A test that is switched off is none. */
export function markedTests(): MarkedTest[] {
  return ['src', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path).replaceAll('\\', '/'))
      .filter((path) => path.endsWith('.test.ts'))
      .toSorted()
      .flatMap((path) => marksIn(path, readFileSync(path, 'utf8'))),
  )
}

/** @param text of the test file, TypeScript */
export function marksIn(file: string, text: string): MarkedTest[] {
  if (!looseMark.test(text)) return []
  const found: MarkedTest[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const words = calledBy(node.expression)
      if (words.includes('skip') || words.includes('todo')) return
      const [title] = node.arguments
      if (/^(?:it|test)$/.test(words[0] ?? '') && title !== undefined && ts.isStringLiteralLike(title)) {
        const [, cases, name = ''] = mark.exec(title.text) ?? []
        if (cases !== undefined) found.push({ cases: cases.split(', '), file, name })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
  return found
}

const mark = /^([PR]\d+(?:, [PR]\d+)*): (.+)$/
const looseMark = /['"`][PR]\d+/

/** `it.each([])` is `it`, `each`. */
function calledBy(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text]
  if (ts.isPropertyAccessExpression(callee)) return [...calledBy(callee.expression), callee.name.text]
  return ts.isCallExpression(callee) ? calledBy(callee.expression) : []
}
