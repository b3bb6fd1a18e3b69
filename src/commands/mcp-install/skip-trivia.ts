const trivia = /(?:[ \t\r\n]+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y

/** The offset of the first thing behind `at` that is neither white space nor a comment; the length of the text when there is none. */
export function skipTrivia(text: string, at: number): number {
  trivia.lastIndex = at
  return at + (trivia.exec(text)?.[0].length ?? 0)
}
