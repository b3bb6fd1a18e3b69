import { englishHelp } from '../../../text/help-text.ts'
import { textFor } from '../../../text/text-for.ts'
import type { CompletionSources } from './complete-line.ts'

const folders: Readonly<Record<string, readonly string[]>> = {
  '/desk': ['.git', '.gitignore', 'my notes', 'notes.md', 'src', 'südsee.txt'],
  '/desk/src': ['main.ts', 'main.test.ts'],
  '/desk/my notes': ['a b.txt', 'plain.txt'],
  '/home/ana': ['tide.md'],
  '/': ['desk', 'etc'],
}

const tidy = (path: string): string => path.replaceAll(/\/+/g, '/').replace(/(?<=.)\/$/, '')

/** A small world to complete in, and how often its sessions were asked for. */
export function completionWorld(): CompletionSources & { readonly asked: () => number } {
  let count = 0
  return {
    sessions() {
      count += 1
      return [
        { word: 'proj-tide', about: 'Which algorithm for the rate limiter?' },
        { word: 'proj-stone', about: 'Mosaics' },
        { word: 'notes', about: '潮汐\u001B[31m 表' },
        { word: 'Zebra', about: '' },
      ]
    },
    interrupted: () => [{ word: 'autosave-20260314-101112', about: 'Where does the tide go?' }],
    contexts: () => [
      { word: 'house-rules', about: 'How we work' },
      { word: '"tide tables"', about: '' },
    ],
    trash: () => [{ word: 'old-plan', about: '' }],
    text: textFor('en'),
    help: englishHelp,
    paths: {
      cwd: '/desk',
      home: '/home/ana',
      list: (folder) => folders[tidy(folder)] ?? [],
      isFolder: (path) => folders[tidy(path)] !== undefined,
    },
    asked: () => count,
  }
}
