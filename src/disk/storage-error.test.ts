import { describe, expect, it } from 'vitest'
import { ChatCliError } from '../errors.ts'
import { toStorageError } from './storage-error.ts'
import { systemError } from './system-error.ts'

describe('toStorageError', () => {
  it('says what failed, on what, why, with the code, a hint and the cause', () => {
    const cause = systemError('ENOSPC', 'write', '/home/x')
    const error = toStorageError(cause, 'write', '/home/x')
    expect(error).toBeInstanceOf(ChatCliError)
    expect(error).toMatchObject({ code: 'storage', cause })
    expect((error as Error).message).toBe('Could not write /home/x: no space is left on the disk (ENOSPC)')
    expect((error as ChatCliError).hint).toBe('Free some space on that disk and try again.')
  })

  it('has a hint for a code it does not know', () => {
    expect(toStorageError(systemError('EWEIRD', 'write', 'x'), 'write', 'x')).toMatchObject({
      code: 'storage',
      message: 'Could not write x: the disk reported an error (EWEIRD)',
      hint: expect.any(String),
    })
  })

  it('leaves every other error as it is', () => {
    const bug = new TypeError('a bug')
    const ours = new ChatCliError('conflict', 'x')
    expect([
      toStorageError(bug, 'write', 'x'),
      toStorageError(ours, 'write', 'x'),
      toStorageError('x', 'y', 'z'),
    ]).toEqual([bug, ours, 'x'])
  })
})
