import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { keepForProtocol } from './keep-for-protocol.ts'

const streams = (): { readonly stdout: PassThrough; readonly stderr: PassThrough } => ({
  stdout: new PassThrough(),
  stderr: new PassThrough(),
})

it('sends what others write to standard error, until it is released', () => {
  const { stdout, stderr } = streams()
  const { out, release } = keepForProtocol({ stdout, stderr })
  out.write('{"frame":1}\n')
  stdout.write('a library logs\n')
  release()
  stdout.write('everybody again\n')
  expect(String(stdout.read())).toBe('{"frame":1}\neverybody again\n')
  expect(String(stderr.read())).toBe('a library logs\n')
})

it('lets as many answers wait as there are, without a warning', async () => {
  const { stdout, stderr } = streams()
  const warned: unknown[] = []
  const warn = (warning: unknown): void => void warned.push(warning)
  process.on('warning', warn)
  const { out } = keepForProtocol({ stdout, stderr })
  for (let i = 0; i < 1000; i++) out.once('drain', () => undefined)
  // Node warns in its next tick.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', warn)
  expect(warned).toEqual([])
})
