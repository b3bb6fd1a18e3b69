import { installIfNeeded, run } from './install.mjs'

installIfNeeded()
run(process.execPath, ['scripts/build.mjs'])
run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)])
