let segmenter: Intl.Segmenter | undefined

/** The characters of a text as a reader sees them. */
export function graphemes(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}
