import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { ChatCliError, type ErrorCode } from '../../errors.ts'
import { createRealDisk } from '../../disk/real-disk.ts'
import type { Keyring } from '../../seal/keyring.ts'
import { homeDisk } from '../../store/sealed/home-disk.ts'
import { openChatCli } from '../../open-chatcli.ts'
import { localMemory } from './local-memory.ts'
import type { PickerMemory } from './picker-memory.ts'

/** How a thread opens the memory. */
export interface WorkerMemoryOptions {
  readonly home: string
  readonly timeZone: string | undefined
  readonly transcripts: boolean
  readonly keys?: Keyring | undefined
  /** The process ends without it, whatever it is at. */
  readonly isBehind?: boolean
}

type Method = Exclude<keyof PickerMemory, 'close'>

interface Call {
  readonly id: number
  readonly method: Method
  readonly args: readonly unknown[]
}

type Answer =
  | { readonly id: number; readonly value: unknown }
  | {
      readonly id: number
      readonly error: { readonly code: ErrorCode | undefined; readonly message: string }
    }
  | { readonly progress: { readonly done: number; readonly total: number } }

/** This file is a thread's too, when it says so. */
const marker = 'chatcli-picker-memory'
/** Sessions indexed between two words about it. */
const progressStep = 25

/**
 * What a thread may have that indexes behind something else: an import and it together stay below 400 MB. It collects
 * less at once, in UTF-16 code units; where a giant of a session asks for more than the limit, it ends.
 */
const behind = { buffer: 12 * 2 ** 20, limits: { maxOldGenerationSizeMb: 256 } } as const

/**
 * Reads in a thread of its own, so that a long search or the first index of a home never keeps a key waiting. An index
 * that is being made when it is closed is finished, unless the process ends.
 *
 * @param fallback reads when no thread can be had
 */
export function workerMemory(
  options: WorkerMemoryOptions,
  onProgress: (progress: { readonly done: number; readonly total: number }) => void,
  fallback: PickerMemory,
): PickerMemory {
  const { isBehind = false } = options
  // Sources are not code yet: a thread could not run them.
  if (import.meta.url.endsWith('.ts')) return fallback
  const waiting = new Map<
    number,
    {
      readonly call: Call
      readonly resolve: (value: unknown) => void
      readonly reject: (error: Error) => void
    }
  >()
  let next = 0
  let isBroken = false
  const thread = new Worker(new URL(import.meta.url), {
    workerData: { [marker]: options },
    ...(isBehind ? { resourceLimits: behind.limits } : {}),
  })
  thread.on('message', (answer: Answer) => {
    if ('progress' in answer) return onProgress(answer.progress)
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('value' in answer) asked?.resolve(answer.value)
    else asked?.reject(errorOf(answer.error))
  })
  // Only behind the listener, which makes the process wait for the thread: a picker that was stopped lives by that.
  if (isBehind) thread.unref()
  let end: NodeJS.ErrnoException | undefined
  const fallBack = (): void => {
    isBroken = true
    for (const { call, resolve, reject } of waiting.values()) {
      // What took too much memory in a thread would take it here.
      if (end?.code === 'ERR_WORKER_OUT_OF_MEMORY') reject(end)
      else run(fallback, call).then(resolve, reject)
    }
    waiting.clear()
  }
  thread.on('error', (error) => {
    end = error
    fallBack()
  })
  const ask = <T>(method: Method, args: readonly unknown[]): Promise<T> =>
    new Promise<unknown>((resolve, reject) => {
      const call = { id: next++, method, args }
      waiting.set(call.id, { call, resolve, reject })
      if (isBroken) fallBack()
      else thread.postMessage(call, [])
    }) as Promise<T>
  return {
    list: () => ask('list', []),
    trash: () => ask('trash', []),
    search: (...args) => ask('search', args),
    preview: (...args) => ask('preview', args),
    close() {
      waiting.clear()
      thread.removeAllListeners('message')
      if (!isBroken) thread.postMessage('close', [])
    },
  }
}

function run(memory: PickerMemory, { method, args }: Call): Promise<unknown> {
  return (memory[method] as (...values: readonly unknown[]) => Promise<unknown>)(...args)
}

function errorOf({
  code,
  message,
}: {
  readonly code: ErrorCode | undefined
  readonly message: string
}): Error {
  return code === undefined ? new Error(message) : new ChatCliError(code, message)
}

/** The thread's side. */
function serve({ home, timeZone, transcripts, keys, isBehind }: WorkerMemoryOptions): void {
  const port = parentPort
  const tell = (answer: Answer): void => port?.postMessage(answer)
  const chatcli = openChatCli({
    home,
    transcripts,
    ...(isBehind === true ? { indexBuffer: behind.buffer } : {}),
    ...(keys === undefined ? {} : { disk: homeDisk(createRealDisk(), { home, keys }) }),
    ...(timeZone === undefined ? {} : { timeZone }),
    onIndexProgress({ done, total }) {
      if (done % progressStep === 0) tell({ progress: { done, total } })
    },
  })
  const memory = localMemory(chatcli, (work) => work())
  port?.on('message', (call: Call | 'close') => {
    if (call === 'close') return port.close()
    const { id } = call
    run(memory, call).then(
      (value) => tell({ id, value }),
      (error: unknown) => {
        const code = error instanceof ChatCliError ? error.code : undefined
        tell({ id, error: { code, message: error instanceof Error ? error.message : String(error) } })
      },
    )
  })
}

const options = (workerData as Readonly<Record<string, WorkerMemoryOptions | undefined>> | null)?.[marker]
if (!isMainThread && options !== undefined) serve(options)
