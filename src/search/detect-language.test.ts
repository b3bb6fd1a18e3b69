import { describe, expect, it } from 'vitest'
import { detectLanguage } from './detect-language.ts'

describe('detectLanguage', () => {
  it.each([
    ['what did we decide about the cache and why', 'en'],
    ['o que decidimos sobre a fila de boletos e por que não o outro', 'pt'],
    ['¿qué dijimos de la reserva y cuándo es el viaje con los niños?', 'es'],
    ['le chat est dans la maison avec nous et il dort', 'fr'],
    ['wo war der Hund und was hat er mit dem Ball gemacht', 'de'],
    ['il gatto è sulla sedia della cucina perché non dorme', 'it'],
    ['用Redis缓存结果', 'zh'],
    ['東京タワーへ行く', 'ja'],
    ['나는 작년에 일본여행을 했다', 'ko'],
    ['อาหารไทยอร่อย', 'th'],
    ['привет, как дела', 'ru'],
  ])('%s', (text, language) => {
    expect(detectLanguage(text)).toBe(language)
  })

  it.each(['redis cache', '', 'getUserName(x)', '12345', 'Redis token bucket limiter 缓存'])(
    'does not guess: %s',
    (text) => {
      expect(detectLanguage(text)).toBeUndefined()
    },
  )
})
