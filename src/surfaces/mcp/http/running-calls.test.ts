import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { RunningCalls } from './running-calls.ts'

it('counts a call until its response is closed, and never one whose client has left', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [, outgoing] = (await once(server, 'request')) as [unknown, ServerResponse]
  const running = new RunningCalls()
  running.add(outgoing)
  expect(running.size).toBe(1)
  const ended = running.ended(2 ** 30)
  const closed = once(outgoing, 'close')
  client.destroy()
  await closed
  await ended
  running.add(outgoing)
  expect(running.size).toBe(0)
  await new Promise((resolve) => server.close(resolve))
})
