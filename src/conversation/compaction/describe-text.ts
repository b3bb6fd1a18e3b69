const kinds: readonly (readonly [name: string, test: RegExp])[] = [
  ['a diff', /^(diff --git|@@ .* @@|--- \S|\+\+\+ \S)/m],
  ['JSON', /^\s*[[{][\s\S]*[\]}]\s*$/],
  ['search results', /^[^\s:]+:\d+:/m],
  ['a log', /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/m],
  ['a stack trace', /^\s+at \S+|^Traceback \(most recent/m],
  ['code', /^\s*(import |export |function |class |def |func |package |#include|const |let |public )/m],
]

/** A text in a few words: how long it is, and what it looks like. */
export function describeText(text: string): string {
  const start = text.slice(0, 4000)
  const kind = kinds.find(([name, test]) => test.test(name === 'JSON' ? text : start))?.[0] ?? 'text'
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return `${kind} of ${lines} ${lines === 1 ? 'line' : 'lines'}, ${text.length} characters`
}
