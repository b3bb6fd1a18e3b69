/** The words of a typed line; what stands in quotation marks is one word. An open quotation mark ends with the line. */
export function splitWords(line: string): string[] {
  const words: string[] = []
  for (const [, double, single, plain] of line.matchAll(/"((?:[^"\\]|\\.)*)"?|'([^']*)'?|(\S+)/g)) {
    words.push(double?.replace(/\\(["\\])/g, '$1') ?? single ?? plain ?? '')
  }
  return words
}
