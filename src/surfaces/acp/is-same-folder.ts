/** Whether two absolute paths name one folder; those of Windows in any letters, with either slash. */
export function isSameFolder(one: string, other: string): boolean {
  return plainPath(one) === plainPath(other)
}

function plainPath(folder: string): string {
  const isWindows = /^(?:[a-z]:[\\/]|\\\\)/i.test(folder)
  const plain = isWindows ? folder.replaceAll('\\', '/').toLowerCase() : folder
  return plain.replace(/(?<=.)\/+$/, '')
}
