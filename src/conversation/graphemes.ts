let segmenter: Intl.Segmenter | undefined

/** The characters of a text as a person sees them (grapheme clusters). */
export function graphemes(text: string): Intl.Segments {
  // It takes milliseconds to make, and few starts need it.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}
