import { expect, it } from 'vitest'
import { isLoopback } from './is-loopback.ts'

it('isLoopback tells this machine from others', () => {
  const here = ['http://127.0.0.1:1/v1', 'http://localhost/v1', 'http://[::1]:1/v1', 'http://127.1.2.3/']
  const elsewhere = [
    'http://192.168.0.2/',
    'https://localhost.example/',
    'http://127.0.0.1.example/',
    'http://[::2]/',
  ]
  expect(here.filter(isLoopback)).toEqual(here)
  expect(elsewhere.filter(isLoopback)).toEqual([])
})
