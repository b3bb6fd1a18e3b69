import { expect, it } from 'vitest'
import { isFullScreen } from './is-full-screen.ts'

it.each([
  [true, { TERM: 'xterm' }, true],
  [false, { TERM: 'xterm' }, false],
  [true, { TERM: 'dumb' }, false],
  [true, {}, false],
  [true, { TERM: 'xterm', CHATCLI_PLAIN: '1' }, false],
  [true, { TERM: 'xterm', CHATCLI_PLAIN: 'off' }, true],
])('terminal %j in %j: %j', (isTerminal, environment, expected) => {
  expect(isFullScreen(isTerminal, environment)).toBe(expected)
})
