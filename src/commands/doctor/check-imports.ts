import type { ChatCli, ImportMachine } from '../../chatcli.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { purgeLines } from '../import/purge-lines.ts'
import type { Finding } from './finding.ts'

/** Whether another tool is about to delete what was not imported yet; nothing where there is no other tool. */
export async function checkImports(
  chatcli: ChatCli,
  machine: ImportMachine,
  text: Catalogue,
): Promise<readonly Finding[]> {
  const found = (await chatcli.imports()).find(machine)
  if (found.length === 0) return []
  const going = purgeLines(found, text)
  const fresh = found.reduce((sum, tool) => sum + tool.fresh, 0)
  return [
    {
      check: 'imports',
      severity: going.length > 0 ? 'warning' : 'ok',
      measured: going.length > 0 ? going.join(' ') : text.doctor.notImported(fresh),
      expected: text.doctor.fine,
    },
  ]
}
