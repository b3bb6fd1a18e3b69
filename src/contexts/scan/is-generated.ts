/** Beside those that every walk leaves out (`node_modules`, `dist`, …). */
const folders: ReadonlySet<string> = new Set([
  '.cache',
  '.gradle',
  '.mypy_cache',
  '.next',
  '.nuxt',
  '.parcel-cache',
  '.pytest_cache',
  '.ruff_cache',
  '.svelte-kit',
  '.terraform',
  '.tox',
  '.turbo',
  'bower_components',
  'build',
  'coverage',
  'out',
  'target',
  'venv',
])

const files: ReadonlySet<string> = new Set([
  'bun.lock',
  'cargo.lock',
  'composer.lock',
  'gemfile.lock',
  'go.sum',
  'npm-shrinkwrap.json',
  'package-lock.json',
  'pdm.lock',
  'pipfile.lock',
  'pnpm-lock.yaml',
  'poetry.lock',
  'uv.lock',
  'yarn.lock',
])

/** Whether programs write what has this name: nobody reads it, and its words drown those of people. */
export function isGenerated(name: string, isFolder: boolean): boolean {
  if (isFolder) return folders.has(name)
  const lower = name.toLowerCase()
  return files.has(lower) || /(?:[.-]min\.(?:js|css)|\.(?:js|css|mjs|cjs)\.map)$/.test(lower)
}
