import { writeFileSync } from 'node:fs'
import { renderMan } from '../src/surfaces/cli/render-man.ts'
import { helpTextFor } from '../src/text/help-text-for.ts'

// Called by the build with the path of the page.
writeFileSync(process.argv[2] ?? 'chatcli.1', renderMan(helpTextFor('en')))
