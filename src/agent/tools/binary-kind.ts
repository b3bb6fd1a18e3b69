const images: readonly (readonly [string, string])[] = [
  ['89504e470d0a1a0a', 'a PNG image'],
  ['ffd8ff', 'a JPEG image'],
  ['474946383', 'a GIF image'],
  ['424d', 'a BMP image'],
  ['52494646', 'a RIFF file (WebP image, sound or video)'],
  ['25504446', 'a PDF document'],
]

/** What a file is that is no text, told by its first bytes (a few thousand of them); undefined for text. */
export function binaryKind(start: Uint8Array): string | undefined {
  const hex = Buffer.from(start.subarray(0, 8)).toString('hex')
  const known = images.find(([magic]) => hex.startsWith(magic))
  const hasNul = start.includes(0)
  // Text may begin with these two letters.
  if (known !== undefined && (hasNul || known[0] !== '424d')) return known[1]
  return hasNul ? 'a binary file' : undefined
}
