import { expect, it } from 'vitest'
import { requestMessages } from './request-messages.ts'

it.each([
  ['active', {}],
  ['active', { shouldBeRemovedOnSend: false }],
  ['undone', { shouldBeRemovedOnSend: true }],
  ['undone', { shouldBeRemovedOnSend: { requestId: 'r2' } }],
  ['undone', { isHidden: true }],
])('is %s when it says %j', (branch, more) => {
  const request = {
    requestId: 'r1',
    message: { text: 'Paint it red' },
    response: [{ value: 'Red.' }],
    ...more,
  }
  const { messages } = requestMessages(request)
  expect(messages.map((message) => [message.message.content, message.branch])).toEqual([
    ['Paint it red', branch],
    ['Red.', branch],
  ])
})
