import * as fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sampleMachine } from '../sample-machine.suite.ts'
import { codeUserFolderOf, codeUserFolders } from './code-user-folders.ts'

describe('codeUserFolders', () => {
  it('knows where each system keeps them, with profiles, servers and portable ones', () => {
    const machine = sampleMachine({})
    const folders = [
      '.config/Code/User/profiles/work',
      'xdg/Code/User',
      'Library/Application Support/Code/User',
      'AppData/Roaming/Code/User',
      'moved/Code/User',
      '.vscode-server/data/User',
      'portable/user-data/User',
    ]
    try {
      for (const name of folders) fs.mkdirSync(machine.path(name), { recursive: true })
      const found = (more: Partial<typeof machine>) =>
        codeUserFolders({ ...machine, ...more }, ['Code'], ['.vscode-server']).map((path) =>
          path.slice(machine.folder.length + 1),
        )
      const server = '.vscode-server/data/User'
      expect(found({})).toEqual(['.config/Code/User', '.config/Code/User/profiles/work', server])
      expect(found({ environment: { XDG_CONFIG_HOME: machine.path('xdg') } })).toEqual([folders[1], server])
      expect(found({ platform: 'darwin' })).toEqual([folders[2], server])
      expect(found({ platform: 'win32' })).toEqual([folders[3], server])
      expect(found({ platform: 'win32', environment: { APPDATA: machine.path('moved') } })).toEqual([
        folders[4],
        server,
      ])
      const environment = {
        VSCODE_APPDATA: machine.path('moved'),
        VSCODE_PORTABLE: machine.path('portable'),
      }
      expect(found({ environment })).toEqual([folders[4], server, folders[6]])
    } finally {
      machine.remove()
    }
  })

  it('tells the folder that a file lies in', () => {
    expect(codeUserFolderOf('/u/Code/User/workspaceStorage/a/state.vscdb')).toBe('/u/Code/User')
    expect(codeUserFolderOf('/u/User/globalStorage')).toBe('/u/User')
    expect(codeUserFolderOf('/u/User/other')).toBeUndefined()
  })
})
