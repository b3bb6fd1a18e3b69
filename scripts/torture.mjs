import { installIfNeeded, run } from './install.mjs'

installIfNeeded()
run(process.execPath, ['scripts/build.mjs'])
run(process.execPath, ['scripts/run-ts.mjs', 'torture/run.ts', ...process.argv.slice(2)])
