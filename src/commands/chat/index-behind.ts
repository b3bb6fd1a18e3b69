import type { ChatCli } from '../../chatcli.ts'
import { localMemory } from '../picker/local-memory.ts'
import type { PickerMemory } from '../picker/picker-memory.ts'
import type { WorkerMemoryOptions } from '../picker/worker-memory.ts'

/** Brings the index up to date behind what goes on, in a thread of its own where one can be had; never twice at once. */
export function indexBehind(chatcli: ChatCli, options: WorkerMemoryOptions): () => void {
  let memory: Promise<PickerMemory> | undefined
  let isBusy = false
  const done = (): void => void (isBusy = false)
  return () => {
    if (isBusy) return
    isBusy = true
    memory ??= open(chatcli, options)
    // Whoever searches next meets the same trouble, and can say so.
    memory.then((opened) => opened.search('', 1)).then(done, done)
  }
}

async function open(chatcli: ChatCli, options: WorkerMemoryOptions): Promise<PickerMemory> {
  // Known by its own address only when it is loaded by itself: the thread runs that file.
  const { workerMemory } = await import('../picker/worker-memory.ts')
  return workerMemory(
    { ...options, isBehind: true },
    () => undefined,
    localMemory(chatcli, (work) => void setImmediate(work)),
  )
}
