import { expect, it } from 'vitest'
import { isSecretFile } from './secret-file.ts'

it('knows the files that hold keys and addresses', () => {
  const secret = [
    'auth.json',
    '.credentials.json',
    'user.json',
    'users.json',
    '.auth-key',
    '.env',
    '.env.local',
    'x.pem',
  ]
  expect(secret.filter((name) => !isSecretFile(name))).toEqual([])
  const open = [
    'conversations.json',
    'author.jsonl',
    'user-notes.md',
    'session_index.jsonl',
    'environment.json',
  ]
  expect(open.filter(isSecretFile)).toEqual([])
})
