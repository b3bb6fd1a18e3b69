import { describe, expect, it } from 'vitest'
import { deleteSession } from '../delete-session.ts'
import { newLive } from '../open-live.ts'
import { sealedHome } from './sealed-home.suite.ts'
import { verifyHome } from './verify-home.ts'

describe('verifying a home that is in use', () => {
  it('finds nothing wrong with a session that somebody deletes at any moment', () => {
    for (let at = 0; ; at++) {
      const home = sealedHome()
      for (const name of ['tides', 'moons']) {
        const live = newLive(home.context(7), { name })
        live.append([{ role: 'user', content: name }])
        live.save()
        live.close()
      }
      const context = home.context(7)
      const steps = verifyHome({ disk: context.disk, bare: home.disk, home: context.home })
      let step = steps.next()
      for (let i = 0; step.done !== true; i++) {
        if (i === at) deleteSession(home.context(7), 'tides')
        step = steps.next()
      }
      expect({ at, findings: step.value.findings }).toEqual({ at, findings: [] })
      if (at > step.value.checked) return
    }
  })
})
