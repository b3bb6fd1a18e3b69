import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { documentRecord } from './document-record.ts'
import { passageMark } from './passage-mark.ts'

const root = 'samples/repository'

it('passageMark is the mark of the cutting as it is now', () => {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(root.length + 1))
  const records = paths.sort().map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const source = path.replaceAll('\\', '/')
    const { title, messages } = documentRecord({ source, text, bytes: Buffer.from(text), sections: [] })
    return [source, title, messages.map(({ message }) => message.content)]
  })
  const mark = crc32(JSON.stringify(records)).toString(16).padStart(8, '0')
  expect(passageMark()).toBe(mark)
})
