import { describe, expect, it } from 'vitest'
import { uriPath } from './uri-path.ts'

describe('uriPath', () => {
  it.each([
    ['file:///home/ada/my%20app', '/home/ada/my app'],
    ['file:///c%3A/Users/ada', 'c:/Users/ada'],
    ['vscode-remote://ssh-remote%2Bhost/srv/app', '/srv/app'],
    ['file:///100%', '/100%'],
    ['/plain/path', '/plain/path'],
    ['C:\\plain', 'C:\\plain'],
    [{ $mid: 1, fsPath: '/a', path: '/b' }, '/a'],
    [{ external: 'file:///e' }, '/e'],
    ['untitled:Untitled-1', undefined],
    [7, undefined],
  ])('of %j is %j', (uri, path) => {
    expect(uriPath(uri)).toBe(path)
  })
})
