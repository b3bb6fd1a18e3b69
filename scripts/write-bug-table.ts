import { writeFileSync } from 'node:fs'
import { bugPage, bugPageWith } from '../test/bug-cases/bug-table.ts'
import { markedTests } from '../test/bug-cases/marked-tests.ts'

// Usage: node scripts/run-ts.mjs scripts/write-bug-table.ts
writeFileSync(bugPage, bugPageWith(markedTests()))
