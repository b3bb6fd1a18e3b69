import { describe, expect, it } from 'vitest'
import { memoryIn, processIn } from './proc-figures.ts'

describe('what the system tells of a process', () => {
  it('has its memory, while it runs', () => {
    expect(memoryIn('Name:\tnode\nVmHWM:\t  99999 kB\nVmRSS:\t   65536 kB\nThreads:\t7\n')).toBe(64)
    expect(memoryIn('Name:\tnode\nState:\tZ (zombie)\n')).toBeUndefined()
  })

  it('has its parent, state and time, whatever it is called', () => {
    const stat = '4242 (a (strange) name) S 17 4242 1 0 -1 4194560 900 800 0 0 150 50 25 75 20 0 7 0 12345'
    expect(processIn(stat)).toEqual({ parent: 17, state: 'S', seconds: 3 })
  })
})
