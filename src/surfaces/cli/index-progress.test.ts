import { describe, expect, it } from 'vitest'
import { textFor } from '../../text/text-for.ts'
import { indexProgress } from './index-progress.ts'

function shownAt(times: readonly number[]): string[] {
  const shown: string[] = []
  const clock = times.values()
  const show = indexProgress(
    (text) => shown.push(text),
    () => clock.next().value ?? 0,
    textFor('en'),
  )
  for (let done = 1; done < times.length; done++) show({ done, total: times.length - 1, text: done * 1e6 })
  return shown
}

describe('the progress of the first index', () => {
  it('is silent when it is quick', () => {
    expect(shownAt([0, 100, 200, 300])).toEqual([])
  })

  it('says how far it got and how fast, and clears its line', () => {
    expect(shownAt([0, 1000, 2000])).toEqual(['\r\u001b[KIndexing: 1 of 2 sessions, 1.0 MB/s', '\r\u001b[K'])
  })
})
