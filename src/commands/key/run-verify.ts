import { resolve } from 'node:path'
import { readText } from '../../disk/read-text.ts'
import { toStorageError } from '../../disk/storage-error.ts'
import { ChatCliError } from '../../errors.ts'
import { compareHead, type HeadFinding, type HomeHead, parseHead } from '../../store/sealed/home-head.ts'
import { type Finding, type Verified, verifyHome } from '../../store/sealed/verify-home.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { BaseContext, CommandInput, CommandResult } from '../command.ts'
import { isOn, textOption } from '../input-values.ts'
import { vaultOf } from './vault-of.ts'

const stepsBetween = 16

/**
 * Checks that everything in the home is what this program wrote, and with `--expect-head`, that nothing of a head is gone.
 *
 * @throws ChatCliError `key`, `storage`, `usage`
 */
export async function runVerify(context: BaseContext, input: CommandInput): Promise<CommandResult> {
  const { text, cwd } = context
  const vault = await vaultOf(context)
  const headPath = textOption(input, 'expect-head')
  // A head that is none is told before an hour of reading.
  const head = headPath === undefined ? undefined : readHead(context, resolve(cwd, headPath))
  const { checked, findings } = await verified(context, vault, isOn(input, 'read-data'))
  const differences = head === undefined ? [] : compareHead(vault.disk, vault.paths, head)
  const all = [...findings, ...differences]
  const lines = [
    all.length === 0 ? text.key.verified(checked) : text.key.verifiedWith(checked, all.length),
    ...all.map((finding) => sanitiseLine(`  ${finding.path}: ${wordsFor(finding, text)}`)),
    ...(head !== undefined && differences.length === 0
      ? [text.key.headMatches(Object.keys(head.transcripts).length)]
      : []),
  ]
  // A line that stands there twice is told, and is no harm.
  const isBad = all.some(({ problem }) => problem !== 'repeated')
  return {
    text: lines.join('\n'),
    json: {
      checked,
      findings: all.map((finding) => ({ ...finding })),
      head: head === undefined ? null : head.at,
    },
    ...(isBad
      ? { problem: new ChatCliError('damaged', text.key.problems(all.length), { hint: text.key.verifyHint }) }
      : {}),
  }
}

async function verified(
  { text, showProgress }: BaseContext,
  { disk, bare, paths }: Awaited<ReturnType<typeof vaultOf>>,
  readData: boolean,
): Promise<Verified> {
  const steps = verifyHome({ disk, bare, home: paths, readData })
  try {
    for (let i = 0; ; i++) {
      const step = steps.next()
      if (step.done === true) return step.value
      if (i % stepsBetween !== 0) continue
      showProgress?.(text.key.progress(step.value.done, step.value.total))
      await new Promise((done) => void setImmediate(done))
    }
  } finally {
    showProgress?.('')
  }
}

function readHead({ disk, text }: BaseContext, path: string): HomeHead {
  let content: string
  try {
    content = readText(disk, path)
  } catch (error) {
    throw toStorageError(error, 'read', path)
  }
  const head = parseHead(content)
  if (head !== undefined) return head
  throw new ChatCliError('usage', text.key.badHead(path), { hint: text.key.badHeadHint })
}

function wordsFor(finding: Finding | HeadFinding, { key, fromStore }: Catalogue): string {
  const { findings } = key
  const detail = 'detail' in finding ? finding.detail : ''
  const lines = 'lines' in finding ? (finding.lines ?? 0) : 0
  switch (finding.problem) {
    case 'renamed':
      return findings.renamed(detail)
    case 'repeated':
      return findings.repeated(lines)
    case 'shorter':
      return findings.shorter(lines)
    default:
      return `${findings[finding.problem]}${detail === '' ? '' : `: ${fromStore(detail)}`}`
  }
}
