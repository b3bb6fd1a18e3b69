import { isAbsolute } from 'node:path'
import { ChatCliError } from '../../errors.ts'
import { resolveSetting, settingRows } from '../../settings.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { BaseContext, CommandInput, CommandResult, JsonObject, ProgramPlace } from '../command.ts'
import { choiceOf, isOn, textOption } from '../input-values.ts'
import { applyChange } from './apply-change.ts'
import { chooseClients } from './choose-clients.ts'
import type { ClientPlace, InstallScope, McpClient } from './mcp-client.ts'
import { planChange, type PlannedChange } from './plan-change.ts'
import { type ServerCall, startCall, zedAgent } from './server-call.ts'
import { type PlanOptions, settingsPath } from './settings-path.ts'
import { showChange } from './show-change.ts'
import { snippetFor } from './snippet-for.ts'

/** One program: what is planned for it, or why nothing can be. */
interface Outcome {
  readonly client: McpClient
  readonly planned?: PlannedChange
  readonly diff: readonly string[]
  readonly problem?: ChatCliError
  readonly backup?: string | undefined
  readonly isWritten?: boolean
}

/** `mcp install [CLIENT…]`: tells other programs how to start this one, or how to reach it. */
export async function runMcpInstall(context: BaseContext, input: CommandInput): Promise<CommandResult> {
  const call = callOf(context, input)
  const clients = agentsOf(chooseClients(context, input, placeOf(context)), context, input)
  if (!isOn(input, 'print')) return change(clients, context, input, call)
  const paths = clients.map((client) => settingsPath(client, planOptions(context, input, call)))
  const snippets = await Promise.all(clients.map((client) => snippetFor(client, call)))
  return {
    text: clients
      .map(
        ({ title }, i) =>
          `${context.text.mcpInstall.heading(title, sanitiseLine(paths[i] ?? ''))}\n\n${snippets[i]}`,
      )
      .join('\n\n'),
    json: { clients: clients.map(({ name }, i) => ({ client: name, path: paths[i], snippet: snippets[i] })) },
    notes: notesOf(clients, context, input, call),
  }
}

/** `mcp uninstall [CLIENT…]`: takes out what `mcp install` put in, and nothing else. */
export async function runMcpUninstall(context: BaseContext, input: CommandInput): Promise<CommandResult> {
  const clients = agentsOf(chooseClients(context, input, placeOf(context)), context, input)
  return change(clients, context, input, undefined)
}

async function change(
  clients: readonly McpClient[],
  context: BaseContext,
  input: CommandInput,
  call: ServerCall | undefined,
): Promise<CommandResult> {
  const { text, now, disk } = context
  const planned = await Promise.all(clients.map((client) => plan(client, context, input, call)))
  const due = planned.filter(({ planned }) => planned !== undefined && planned.action !== 'none')
  const isAsked = input.words.length === 0 && !isOn(input, 'yes') && due.length > 0
  const isDry = isOn(input, 'dry-run') || (isAsked && !(await agrees(due, context)))
  const outcomes = planned.map((outcome): Outcome => {
    const { planned } = outcome
    if (isDry || planned === undefined || planned.action === 'none') return outcome
    try {
      return { ...outcome, backup: applyChange(disk, planned, now(), text), isWritten: true }
    } catch (error) {
      return { ...outcome, problem: asProblem(error) }
    }
  })
  const written = outcomes.filter(({ isWritten }) => isWritten === true).map(({ client }) => client)
  const problem = outcomes.find(({ problem }) => problem !== undefined)?.problem
  const words = text.mcpInstall
  return {
    text: [
      // Who was asked has seen the lines.
      ...outcomes.map((outcome) =>
        textOf(isAsked ? { ...outcome, diff: [] } : outcome, context, call === undefined),
      ),
      ...(isDry && due.length > 0 ? [words.nothingWritten] : []),
      ...(written.length > 0 && call !== undefined ? [words.restart(titlesOf(written))] : []),
    ].join('\n\n'),
    json: { dryRun: isDry, clients: outcomes.map(jsonOf) },
    notes: call === undefined ? [] : notesOf(clients, context, input, call),
    ...(problem === undefined ? {} : { problem }),
  }
}

async function plan(
  client: McpClient,
  context: BaseContext,
  input: CommandInput,
  call: ServerCall | undefined,
): Promise<Outcome> {
  try {
    const planned = await planChange(client, planOptions(context, input, call))
    return { client, planned, diff: planned.action === 'none' ? [] : await showChange(planned) }
  } catch (error) {
    return { client, diff: [], problem: asProblem(error) }
  }
}

async function agrees(due: readonly Outcome[], context: BaseContext): Promise<boolean> {
  const { ask, text } = context
  if (ask === undefined) {
    const names = due.map(({ client }) => client.name).join(', ')
    throw new ChatCliError('usage', text.mcpInstall.needsNames(names), {
      hint: text.mcpInstall.needsNamesHint,
    })
  }
  const list = due.map((outcome) => textOf(outcome, context, false)).join('\n\n')
  const titles = titlesOf(due.map(({ client }) => client))
  return text.isYes(await ask(`${list}\n\n${text.mcpInstall.confirm(titles)}`))
}

function textOf(outcome: Outcome, { text }: BaseContext, isRemoval: boolean): string {
  const { client, planned, diff, problem, backup, isWritten } = outcome
  const words = text.mcpInstall
  if (planned === undefined || (problem !== undefined && isWritten !== true))
    return [problem?.message, problem?.hint]
      .flatMap((line) => (line ? sanitiseLine(text.fromStore(line)) : []))
      .join('\n')
  const heading = words.heading(client.title, sanitiseLine(planned.path))
  if (planned.action === 'none') return `${heading}\n${isRemoval ? words.isNotThere : words.isThere}`
  const outcomeWords = isWritten === true ? words.done : words.actions
  return [
    heading,
    ...diff,
    outcomeWords[planned.action],
    ...(backup === undefined ? [] : [words.backup(sanitiseLine(backup))]),
  ].join('\n')
}

function jsonOf({ client, planned, diff, problem, backup, isWritten = false }: Outcome): JsonObject {
  return {
    client: client.name,
    path: planned?.path,
    action: planned?.action,
    written: isWritten,
    diff,
    backup,
    error: problem && { code: problem.code, message: problem.message, hint: problem.hint },
  }
}

function notesOf(
  clients: readonly McpClient[],
  { text, program, environment }: BaseContext,
  input: CommandInput,
  call: ServerCall,
): readonly string[] {
  const words = text.mcpInstall
  if (call.kind === 'start')
    return [
      ...(input.options['scope'] === 'project' ? [words.otherPaths] : []),
      ...(/[\\/]_npx[\\/]/.test(program?.script ?? '')
        ? [words.fromCache(sanitiseLine(program?.script ?? ''))]
        : []),
      ...(environment['CHATCLI_ENCRYPTION_KEY'] ? [words.keyOnlyInShell] : []),
    ]
  const { tokenVariable } = call
  if (tokenVariable === undefined) return []
  const byHand = clients.filter(
    ({ reached, readsVariables }) => reached !== undefined && readsVariables !== true,
  )
  return [
    ...(clients.length > byHand.length ? [words.needsToken(tokenVariable)] : []),
    ...byHand.map(({ title }) => words.tokenByHand(title)),
  ]
}

function callOf({ text, environment, program }: BaseContext, input: CommandInput): ServerCall {
  const url = textOption(input, 'http')
  const words = text.mcpInstall
  if (url !== undefined && isOn(input, 'acp')) throw new ChatCliError('usage', words.acpHasNoHttp)
  if (url === undefined) {
    const own = environment['CHATCLI_HOME']
    const home =
      own === undefined || own === '' ? undefined : resolveSetting(settingRows.home, environment).value
    return startCall(
      program ?? fallback,
      isOn(input, 'acp') ? 'acp' : 'mcp-server',
      home === undefined ? {} : { CHATCLI_HOME: home },
    )
  }
  const host = /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).hostname : undefined
  if (host === undefined || /[\s"'\\]/.test(url)) throw new ChatCliError('usage', words.badUrl(url))
  const isHere = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(host)
  const hasToken = Boolean(environment['CHATCLI_MCP_TOKEN'] || environment['CHATCLI_MCP_TOKEN_FILE'])
  return { kind: 'reach', url, tokenVariable: isHere && !hasToken ? undefined : 'CHATCLI_MCP_TOKEN' }
}

/** With `--acp` the same for the agents of those that have some. */
function agentsOf(
  clients: readonly McpClient[],
  { text }: BaseContext,
  input: CommandInput,
): readonly McpClient[] {
  if (!isOn(input, 'acp')) return clients
  const zed = clients.filter(({ name }) => name === 'zed')
  if (zed.length === 0 || (input.words.length > 0 && zed.length < clients.length))
    throw new ChatCliError('usage', text.mcpInstall.onlyZed, { hint: text.mcpInstall.onlyZedHint })
  return zed.map((client) => ({ ...client, ...zedAgent }))
}

function planOptions(context: BaseContext, input: CommandInput, call: ServerCall | undefined): PlanOptions {
  const { disk, text } = context
  return { disk, place: placeOf(context), scope: scopeOf(context, input), text, call }
}

const fallback: ProgramPlace = { node: 'chatcli', script: '', platform: 'linux' }

function placeOf({ environment, cwd, program, text }: BaseContext): ClientPlace {
  const home = environment['HOME'] || environment['USERPROFILE'] || ''
  if (!isAbsolute(home)) throw new ChatCliError('usage', text.mcpInstall.noHome)
  return { platform: program?.platform ?? fallback.platform, home, cwd, environment }
}

function scopeOf({ text }: BaseContext, input: CommandInput): InstallScope {
  return choiceOf(text, textOption(input, 'scope'), '--scope', ['user', 'project'] as const) ?? 'user'
}

function titlesOf(clients: readonly McpClient[]): string {
  return clients.map(({ title }) => title).join(', ')
}

function asProblem(error: unknown): ChatCliError {
  if (error instanceof ChatCliError) return error
  throw error
}
