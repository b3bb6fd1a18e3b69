import type { TextLines } from './text-lines.ts'

/** A heading, or the beginning of something declared. */
export interface OutlineEntry {
  /** Its own line, 0-based. */
  readonly line: number
  /** The first line that belongs to it: a comment or an annotation above it. */
  readonly first: number
  /** What has a greater depth below it stands in it. */
  readonly depth: number
  readonly title: string
}

const prose =
  /\.(?:md|mdx|markdown|mdown|mkd|rst|adoc|asciidoc|txt|text|org)$|(?:^|\/)(?:README|CHANGELOG|CONTRIBUTING|NOTES?|TODO)$/i
const longestTitle = 120
/** Longer lines declare nothing. */
const longestLine = 300

const modifiers =
  '(?:(?:export|default|declare|public|private|protected|internal|static|abstract|final|async|override|open|sealed|data|inline|extern|virtual|unsafe|pub(?:\\([^)]*\\))?|const(?= fn)|suspend|partial|readonly)\\s+)*'
const words =
  'function\\*?|class|interface|type|enum|struct|trait|impl|def|defp|defmodule|defn|fn|func|fun|module|mod|namespace|record|object|protocol|extension|union|macro_rules!|sub|proc|procedure|message|service|rpc|resource|variable|output|provider|describe|it|test'
const declared = new RegExp(`^\\s*${modifiers}(?:${words})\\b(?!\\s*[:=,.)]|\\s*$)`)
const statement = /^\s*(?:CREATE|ALTER|DROP)\s+(?:OR\s+REPLACE\s+)?[A-Z]+\b/i
/** At the left margin only: `const load = …`, `key:`, `[section]`, `target:`, `name() {`, `.rule {`, `FROM image`. */
const atMargin =
  /^(?:(?:export\s+)?(?:const|let|var|val)\s+[\w$]+|["']?[\w.-]+["']?\s*:(?!:|\/\/)|\[\[?[\w. "-]+\]\]?\s*$|[\w.-]+\s*\(\)\s*\{|[.#@:\w][^;=(]*\{\s*$|FROM\s+\S)/
/** A method without a word in front: a name, its parameters, a brace at the end. */
const method =
  /^\s{1,8}(?!(?:if|for|while|switch|catch|return|else|do|try|with|elif|except|when|match|new|await|yield|throw|case)\b)(?:[\w<>[\],*&:~?@.]+\s+){0,5}[#~]?[\w$]+\s*(?:<[^>]*>)?\([^;{}]*\)?[^;]*\{\s*$/
/** Functions of C and its kin at the left margin. */
const plainFunction =
  /^[A-Za-z_][\w<>,*&:\s]*[\s*&][\w:~]+\s*\([^;]*\)?\s*(?:const\s*)?(?:noexcept\s*)?\{?\s*$/
const above = /^\s*(?:\/\/|\/\*|\*|#(?!include|define|if|endif|else|pragma)|--|;;|@\w|\[\w|%|"""|''')/

/** The headings of prose, the declarations of anything else, in order. What it cannot tell is left out. */
export function outline(path: string, lines: TextLines): readonly OutlineEntry[] {
  return prose.test(path) ? headings(lines) : declarations(lines)
}

/** Whether headings, and not declarations, divide a document. */
export function isProse(path: string): boolean {
  return prose.test(path)
}

function headings(lines: TextLines): readonly OutlineEntry[] {
  const found: OutlineEntry[] = []
  let fence: string | undefined
  let before = ''
  for (let line = 0; line < lines.count; line++) {
    const text = lines.at(line)
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1]
    if (fence !== undefined) {
      if (mark !== undefined && mark.startsWith(fence) && text.trim() === mark) fence = undefined
    } else if (mark !== undefined) fence = mark
    else {
      const heading = headingIn(text)
      if (heading !== undefined) {
        found.push({ line, first: line, ...heading })
      } else if (/^(?:={3,}|-{3,}|~{3,}|\^{3,})\s*$/.test(text) && isTitle(before, text)) {
        const depth = '=-~^'.indexOf(text.charAt(0)) + 1
        found.push({ line: line - 1, first: line - 1, depth, title: clean(before) })
      }
    }
    before = fence === undefined ? text : ''
  }
  return found
}

/** `# Title`, `== Title`, `** Title`, also with marks behind it. */
function headingIn(line: string): Pick<OutlineEntry, 'depth' | 'title'> | undefined {
  const [start = '', level = ''] = /^ {0,3}(#{1,6}|={2,6}|\*{2,6})\s+/.exec(line) ?? []
  if (level === '') return undefined
  const rest = line.slice(start.length).trimEnd()
  let end = rest.length
  while (rest.charAt(end - 1) === '#') end--
  // The mark of `C#` is part of its name.
  const title = /\S/.test(rest.charAt(end - 1)) ? rest : rest.slice(0, end)
  return title === '' ? undefined : { depth: level.length, title: clean(title) }
}

/** A line with a ruler below is a title, unless it is a row of a table, a point of a list, or long. */
function isTitle(line: string, ruler: string): boolean {
  return (
    /^[^\s|>#*-]/.test(line) && line.length <= longestTitle && ruler.trim().length * 3 >= line.trim().length
  )
}

function declarations(lines: TextLines): readonly OutlineEntry[] {
  const found: OutlineEntry[] = []
  for (let line = 0; line < lines.count; line++) {
    if (lines.end(line) - lines.start(line) > longestLine) continue
    const text = lines.at(line)
    const depth = indentOf(text)
    if (depth === text.length || depth > 12) continue
    const isDeclared =
      declared.test(text) ||
      (depth === 0 ? atMargin.test(text) || plainFunction.test(text) : method.test(text)) ||
      statement.test(text)
    if (!isDeclared || /^\s*[})\]]/.test(text)) continue
    let first = line
    const before = found.at(-1)?.line ?? -1
    while (first > before + 1 && above.test(lines.at(first - 1))) first--
    found.push({ line, first, depth: depth + 1, title: clean(text) })
  }
  return found
}

/** Columns a line is set in, a tab for four. */
export function indentOf(line: string): number {
  let columns = 0
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === 9) columns += 4
    else if (code === 32) columns++
    else return columns
  }
  return line.length
}

function clean(title: string): string {
  const plain = title
    .slice(0, longestLine)
    .replace(/[\s{(:=]+$/, '')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.length <= longestTitle ? plain : `${plain.slice(0, longestTitle - 1).trimEnd()}…`
}
