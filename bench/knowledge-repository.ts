import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../src/disk/seeded-random.ts'

export interface MadeRepository {
  readonly files: number
  /** UTF-8. */
  readonly bytes: number
}

const syllables =
  'bar cen dil fost gam lun mek nid port rul sav ten vik wolt xen kal lod mir nup pril rend stel tam vor'.split(
    ' ',
  )
const small = 'the of a to and is in when for that with it on as by from'.split(' ')
const verbs = 'load save parse render merge split check index fetch store resolve validate'.split(' ')
const vocabulary = 40_000
const perFolder = 50

/**
 * Makes a repository of source files and documents out of invented words, as often used as words are (Zipf), between
 * small English ones.
 */
export function makeRepository(folder: string, files: number, seed: number = 42): MadeRepository {
  const random = seededRandom(seed)
  const whole = (below: number): number => Math.floor(random() * below)
  const words = Array.from({ length: vocabulary }, (_, i) => wordOf(i))
  const word = (): string => words[Math.min(vocabulary - 1, Math.floor(vocabulary ** random()) - 1)] ?? 'ba'
  const smallWord = (): string => small[whole(small.length)] ?? 'the'
  const sentence = (): string =>
    Array.from({ length: 6 + whole(12) }, () => (random() < 0.4 ? smallWord() : word())).join(' ')
  const verb = (): string => verbs[whole(verbs.length)] ?? 'load'
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

  const code = (): string => {
    const parts = [`import { ${word()} } from './${word()}.ts'\n`]
    for (let n = 2 + whole(8); n > 0; n--) {
      const name = verb() + capital(word())
      const body = Array.from(
        { length: 2 + whole(9) },
        () => `  const ${word()} = ${verb()}(${word()}, ${word()}.${word()})`,
      )
      parts.push(
        `/** ${capital(sentence())}. */\nexport function ${name}(${word()}: ${capital(word())}): void {\n${body.join('\n')}\n}\n`,
      )
    }
    return parts.join('\n')
  }
  const prose = (): string => {
    const parts = [`# ${capital(sentence())}\n`]
    for (let n = 2 + whole(7); n > 0; n--) {
      const sentences = Array.from({ length: 2 + whole(6) }, () => `${capital(sentence())}.`)
      parts.push(`## ${capital(word())} ${word()}\n\n${sentences.join(' ')}\n`)
    }
    return parts.join('\n')
  }

  let bytes = 0
  for (let file = 0; file < files; file++) {
    const group = Math.floor(file / perFolder)
    const place = join(
      folder,
      `area${Math.floor(group / 25)}`,
      `part${group % 25}-${words[group % 900] ?? ''}`,
    )
    if (file % perFolder === 0) mkdirSync(place, { recursive: true })
    const isProse = file % 8 === 0
    const text = isProse ? prose() : code()
    bytes += text.length
    writeFileSync(join(place, `${word()}-${file}.${isProse ? 'md' : 'ts'}`), text)
  }
  return { files, bytes }
}

/** Common words are short. */
function wordOf(number: number): string {
  let text = ''
  for (let rest = number + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length))
    text += syllables[rest % syllables.length] ?? ''
  return text
}
