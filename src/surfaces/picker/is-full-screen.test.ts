import { expect, it } from 'vitest'
import { isFullScreen } from './is-full-screen.ts'

it.each([
  [true, { TERM: 'xterm' }, false, true],
  [false, { TERM: 'xterm' }, false, false],
  [true, { TERM: 'dumb' }, false, false],
  [true, {}, false, false],
  [true, { TERM: 'xterm' }, true, false],
])('terminal %j in %j, plain %j: %j', (isTerminal, environment, plain, expected) => {
  expect(isFullScreen({ isTerminal, environment, plain })).toBe(expected)
})
