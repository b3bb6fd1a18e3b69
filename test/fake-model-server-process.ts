import { startFakeModelServer } from './fake-model-server.ts'

// Usage: node scripts/run-ts.mjs test/fake-model-server-process.ts [PORT]
// Prints its base URL and echoes until it is ended.
const server = await startFakeModelServer({ port: Number(process.argv[2] ?? 0) })
process.stdout.write(`${server.url}\n`)
