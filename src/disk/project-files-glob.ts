/**
 * A pattern of file names as a regular expression over a whole path with `/`: `*` and `?` stay inside a name, `**` goes
 * over folders, `[a-z]` and `{a,b}` as usual. What cannot be understood as such is meant literally.
 */
export function projectGlob(glob: string): RegExp {
  let source = ''
  let depth = 0
  for (let at = 0; at < glob.length; at++) {
    const rest = glob.slice(at)
    const token = /^(?:\*\*\/|\/\*\*$|\*+|\?|\[!?\]?[^\]/]*\]|\\.|[{},])/.exec(rest)?.[0] ?? glob.charAt(at)
    at += token.length - 1
    if (token === '**/') source += '(?:[^/]+/)*'
    else if (token === '/**') source += '/.*'
    else if (token === '**') source += '.*'
    else if (token.startsWith('*')) source += '[^/]*'
    else if (token === '?') source += '[^/]'
    else if (token === '{' && rest.includes('}')) {
      source += '(?:'
      depth++
    } else if (token === '}' && depth > 0) {
      source += ')'
      depth--
    } else if (token === ',' && depth > 0) source += '|'
    else if (token.length > 2 && token.startsWith('[')) source += characterClass(token)
    else source += literal(token.length === 2 && token.startsWith('\\') ? token.slice(1) : token)
  }
  return new RegExp(`^${source}${')'.repeat(depth)}$`)
}

function characterClass(token: string): string {
  const body = token.slice(1, -1).replace(/^!/, '^').replaceAll('\\', '\\\\').replaceAll(/[[\]]/g, '\\$&')
  try {
    return new RegExp(`[${body}]`).source
  } catch {
    return literal(token)
  }
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
