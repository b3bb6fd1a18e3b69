import { expect, it } from 'vitest'
import { namedImage } from './named-image.ts'

it('names an image and leaves its bytes out', () => {
  expect(namedImage(2, { type: 'image/svg+xml' })).toEqual({
    media_type: 'image/svg+xml',
    file_name: 'image-2.svg',
  })
  expect(namedImage(1, { url: 'data:image/png;base64,AAAA' })).toEqual({
    media_type: 'image/png',
    file_name: 'image-1.png',
  })
  expect(namedImage(1, { url: 'https://example.invalid/a.png', name: 'a.png' })).toEqual({
    url: 'https://example.invalid/a.png',
    file_name: 'a.png',
  })
})
