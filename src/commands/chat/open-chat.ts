import { setTimeout as sleep } from 'node:timers/promises'
import { changedSinceSeen } from '../../agent/bootstrap/bootstrap-seen.ts'
import { bootstrapFolders } from '../../agent/bootstrap/bootstrap-folders.ts'
import { type AskPerson, openPermissions } from '../../agent/permissions.ts'
import { openChangeLog } from '../../agent/rewind/change-log.ts'
import { createFileKeeper, type FileKeeper } from '../../agent/rewind/file-keeper.ts'
import { keepingChanges } from '../../agent/rewind/keeping-changes.ts'
import { projectTools } from '../../agent/tools/project-tools.ts'
import { openProjectFiles } from '../../disk/project-files-open.ts'
import { projectRoot } from '../../disk/project-files-root.ts'
import { trajectoryFolder } from '../../agent/trajectory-folder.ts'
import type { ModelChoice } from '../../models/model-choice.ts'
import type { Model } from '../../models/model.ts'
import type { Settings } from '../../settings.ts'
import { randomHex } from '../../store/random-hex.ts'
import type { CommandContext } from '../command.ts'
import { bootstrapSource } from './bootstrap-source.ts'
import { Chat, type ChatOptions } from './chat.ts'
import { trajectorySource } from './trajectory-source.ts'
import { openAutoRecall } from './open-auto-recall.ts'
import { openContextSource } from './open-context-source.ts'

export interface OpenChatOptions {
  readonly settings: Settings
  readonly fetch: typeof globalThis.fetch
  /** Names of tools that may run without a question. */
  readonly allow: readonly string[]
  readonly ask?: AskPerson | undefined
  /** As in `ChatOptions`. */
  readonly mirror?: ChatOptions['mirror']
}

/** A chat of this machine: its models, its files, its permissions. No model is opened yet. */
export function openChat(context: CommandContext, options: OpenChatOptions): Chat {
  const { settings, allow, ask, fetch } = options
  const { disk, chatcli, text, cwd, now, environment } = context
  const permissions = (project: string) =>
    openPermissions({ disk, home: settings.home, project, allow, randomName: () => randomHex(16) })
  const ofProject = permissions(projectRoot(cwd))
  const bootstrap = bootstrapSource({
    folders: () => bootstrapFolders({ disk, cwd, home: settings.home, own: settings.bootstrapDir }),
    permissions: ofProject,
    // What comes through a pipe was not written as an answer.
    ask: context.ask === undefined ? undefined : ask,
    text,
    changedSinceSeen: (files) =>
      changedSinceSeen(files, { disk, home: settings.home, randomName: () => randomHex(16) }),
  })
  const recallPermissions = permissions('*')
  const autoRecall = openAutoRecall(context, { settings, randomHex })
  const trajectory = trajectorySource({
    chatcli,
    folder: trajectoryFolder({ disk, home: settings.home, now, timeZone: settings.timeZone }),
    files: once(() => openProjectFiles(cwd, { forbidden: [settings.home], randomName: () => randomHex(32) })),
    newMark: () => randomHex(16),
    text,
  })
  const keeper = once(() => openKeeper(settings.home, context))
  const contexts = openContextSource(context, {
    chat: () => chat,
    randomHex,
    chatKnowledge: settings.chatKnowledge,
  })
  const chat: Chat = new Chat({
    chatcli,
    settings,
    text,
    cwd,
    now,
    later,
    randomHex,
    // Whoever only talks needs no working folder.
    tools: once(() =>
      keepingChanges(projectTools({ cwd, forbidden: [settings.home], environment }), keeper()),
    ),
    keeper,
    permissions: ofProject,
    recallPermissions,
    ask,
    mirror: options.mirror,
    sources: [
      ...(settings.bootstrap ? [bootstrap] : []),
      contexts,
      trajectory,
      ...(settings.autoRecall ? [autoRecall] : []),
    ],
    listedWindow: (choice, model) => listedWindow(choice, model, fetch),
    openModel: (choice) => openModelLazily(choice, fetch, now),
  })
  return chat
}

function openKeeper(home: string, { disk, cwd, now }: CommandContext): FileKeeper {
  const project = projectRoot(cwd)
  const randomName = (): string => randomHex(32)
  const options = { forbidden: [home], randomName }
  return createFileKeeper({
    log: openChangeLog({ disk, home, project, now, randomName }),
    files: openProjectFiles(project, options),
    cwd: openProjectFiles(cwd, options).root,
    disk,
  })
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

async function listedWindow(
  choice: ModelChoice,
  model: string,
  fetch: typeof globalThis.fetch,
): Promise<number | undefined> {
  const { listedContextWindow } = await import('../../models/context-window-listed.ts')
  return listedContextWindow(choice, { model, fetch })
}

async function openModelLazily(
  choice: ModelChoice,
  fetch: typeof globalThis.fetch,
  now: () => number,
): Promise<Model> {
  const { openModel } = await import('../../models/open-model.ts')
  return openModel(choice, {
    fetch,
    now,
    random: Math.random,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  })
}

function later(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms)
  // Whoever leaves writes what is due; nobody waits for it.
  timer.unref()
  return () => clearTimeout(timer)
}
