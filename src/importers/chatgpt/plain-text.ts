/** What ChatGPT shows as a link to a source: characters of private use around the name of the source. */
const CITATION = /\ue200[^\ue200\ue201]*\ue201/g

/** A text without the marks that only its web page understands. */
export function plainText(text: string): string {
  return text.includes('\ue200') ? text.replaceAll(CITATION, '') : text
}
