import { randomBytes } from 'node:crypto'
import type { ChatCli } from '../../chatcli.ts'
import { changeMode, fileSystemFacts } from '../../disk/file-system-facts.ts'
import { ChatCliError } from '../../errors.ts'
import { openChatCli } from '../../open-chatcli.ts'
import { readSettings, resolveSetting, type Settings, settingRows } from '../../settings.ts'
import type { BaseContext, CommandContext, CommandInput, CommandResult } from '../command.ts'
import { checkWordCount, isOn } from '../input-values.ts'
import type { Vault } from '../key/vault.ts'
import { retentionSettings } from '../retention-settings.ts'
import { importMachine } from '../import/import-machine.ts'
import { checkContents } from './check-contents.ts'
import { checkImports } from './check-imports.ts'
import { checkPlace } from './check-place.ts'
import { checkProgram } from './check-program.ts'
import { checkUpkeep } from './check-upkeep.ts'
import type { Finding } from './finding.ts'
import { renderFindings } from './render-findings.ts'

/** `doctor`: looks whether everything is as it should be, and with `--fix` mends what can be mended. */
export async function runDoctor(context: BaseContext, input: CommandInput): Promise<CommandResult> {
  const { text } = context
  checkWordCount(text, input, 0)
  const readData = isOn(input, 'read-data')
  const found = await examine(context, readData)
  if (!isOn(input, 'fix')) return renderFindings(found, context, new Map())
  const fixes = new Map<Finding['check'], string>()
  for (const { check, fix } of found) {
    if (fix === undefined) continue
    try {
      fix()
      fixes.set(check, text.doctor.fixed)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      fixes.set(check, text.doctor.notFixed(text.fromStore(reason)))
    }
  }
  return renderFindings(fixes.size === 0 ? found : await examine(context, readData), context, fixes)
}

async function examine(context: BaseContext, readData: boolean): Promise<Finding[]> {
  const { environment, disk, text, isTerminal, columns } = context
  const place = placeOf(context)
  const found: Finding[] = checkProgram({
    environment,
    disk,
    text,
    isTerminal,
    columns,
    runtime: process.version,
    platform: `${process.platform} ${process.arch}`,
  })
  const settings = settingsOf(context, found)
  found.push(...place.findings)
  if (place.home === undefined) return found
  found.push(
    ...checkPlace({
      disk,
      home: place.home,
      text,
      facts: fileSystemFacts(place.home),
      randomName: () => randomBytes(8).toString('hex'),
      elapsed: () => performance.now(),
    }),
  )
  const opened = await openHome(context, settings, place.home, found)
  if (opened === undefined) return found
  try {
    const storage = await opened.storage()
    const inspection = storage.inspect({ readData, uid: process.getuid?.() })
    const { now } = context
    const finishReplacements = (): void => void storage.finishReplacements()
    found.push(
      ...checkContents({ chatcli: opened, inspection, text, disk, changeMode, now, finishReplacements }),
    )
    const policy = settings === undefined ? undefined : policyOf(settings, context, found)
    const report = policy === undefined || !inspection.exists ? undefined : storage.report({ policy })
    const timeZone = settings?.timeZone
    if (inspection.exists) found.push(...checkUpkeep({ chatcli: opened, report, text, timeZone, now }))
    found.push(...(await checkImports(opened, importMachine(context), text)))
  } catch (error) {
    found.push(failed('opens', error, context))
  }
  return found
}

/** Where the home is, and who says so. */
function placeOf(context: BaseContext): {
  readonly home: string | undefined
  readonly findings: readonly Finding[]
} {
  const { environment, disk, text } = context
  const { doctor, config } = text
  try {
    const { value: home, origin } = resolveSetting(settingRows.home, environment)
    const from = origin.kind === 'environment' ? origin.variable : config.byDefault
    const kind = disk.stat(home)?.kind
    const measured = doctor.homeFrom(home, from)
    if (kind !== undefined && kind !== 'folder')
      return {
        home: undefined,
        findings: [{ check: 'opens', severity: 'error', measured: `${home}: ${kind}`, expected: 'folder' }],
      }
    return {
      home,
      findings: [{ check: 'home', severity: kind === undefined ? 'info' : 'ok', measured, expected: '' }],
    }
  } catch (error) {
    return { home: undefined, findings: [failed('home', error, context)] }
  }
}

/** A setting that is wrong stops what needs it, and nothing here. */
function settingsOf(context: BaseContext, found: Finding[]): Settings | undefined {
  const { environment, config } = context
  try {
    return readSettings(environment, config())
  } catch (error) {
    found.push(failed('settings', error, context))
    return undefined
  }
}

function policyOf(
  settings: Settings,
  context: BaseContext,
  found: Finding[],
): ReturnType<typeof retentionSettings> | undefined {
  try {
    return retentionSettings(settings)
  } catch (error) {
    found.push(failed('settings', error, context))
    return undefined
  }
}

async function openHome(
  context: BaseContext,
  settings: Settings | undefined,
  home: string,
  found: Finding[],
): Promise<ChatCli | undefined> {
  const { now, text } = context
  const { doctor } = text
  if (isOpen(context)) return context.chatcli
  let vault: Vault | undefined
  try {
    vault = await context.vault?.()
  } catch (error) {
    const isOfLater = error instanceof ChatCliError && error.code === 'newer-version'
    found.push(failed(isOfLater ? 'opens' : 'key', error, context))
    return undefined
  }
  try {
    const { found: keys } = vault ?? {}
    const current = keys?.keyring.current
    const source = keys?.source
    const measured =
      current === undefined || source === undefined
        ? doctor.noKeyNeeded
        : doctor.keyIs(current.id, text.key.sources[source.kind](source.name))
    const chatcli = openChatCli({
      home,
      now,
      disk: vault?.disk ?? context.disk,
      ...(settings === undefined ? {} : { transcripts: settings.transcript }),
      ...(settings?.timeZone === undefined ? {} : { timeZone: settings.timeZone }),
    })
    vault?.disk.seal?.requireKey()
    found.push({ check: 'key', severity: 'ok', measured, expected: '' })
    return chatcli
  } catch (error) {
    const isKey = error instanceof ChatCliError && error.code === 'key'
    found.push(failed(isKey ? 'key' : 'opens', error, context))
    return undefined
  }
}

/** In the chat the memory is open already. */
function isOpen(context: BaseContext): context is CommandContext {
  return 'chatcli' in context
}

function failed(check: Finding['check'], error: unknown, { text }: BaseContext): Finding {
  if (!(error instanceof ChatCliError)) throw error
  const { message, hint } = error
  return {
    check,
    severity: 'error',
    measured: text.fromStore(message),
    expected: '',
    ...(hint === undefined ? {} : { remedy: text.fromStore(hint) }),
  }
}
