/** The first UUID in a text, as the names of files have them. */
export function uuidIn(text: string): string | undefined {
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text)?.[0]
}
