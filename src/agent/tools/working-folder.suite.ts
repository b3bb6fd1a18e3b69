import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { openProjectFiles } from '../../disk/project-files-open.ts'
import type { ProjectFiles } from '../../disk/project-files.ts'
import type { Tool, ToolArguments, ToolResult } from '../tool.ts'

/** A real folder that is there during each test. */
export interface WorkingFolder {
  readonly files: ProjectFiles
  put(path: string, content: string | Uint8Array): void
  /** The text of a file. */
  get(path: string): string
  /** Calls a tool; the signal is never given. */
  call(tool: Tool, args: ToolArguments): Promise<ToolResult>
}

/** Registers hooks that make the folder before each test, and remove it after. */
export function useWorkingFolder(): WorkingFolder {
  let root = ''
  let count = 0
  let files: ProjectFiles | undefined
  const current = (): ProjectFiles => {
    if (files === undefined) throw new Error('only during a test')
    return files
  }
  beforeEach(() => {
    root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'working-folder-')))
    files = openProjectFiles(root, {
      forbidden: [join(root, '.chatcli')],
      randomName: () => `random-name-${++count}`,
    })
  })
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }))
  return {
    get files() {
      return current()
    },
    put(path, content) {
      fs.mkdirSync(dirname(join(root, path)), { recursive: true })
      fs.writeFileSync(join(root, path), content)
    },
    get: (path) => fs.readFileSync(join(root, path), 'utf8'),
    call: (tool, args) => tool.run(args, { signal: new AbortController().signal }),
  }
}
