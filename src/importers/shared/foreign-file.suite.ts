import type { FileDescriptor } from '../../disk/disk.ts'
import { createSimulatedDisk, type SimulatedDisk } from '../../disk/simulated-disk.ts'

export interface ForeignFile {
  readonly disk: SimulatedDisk
  readonly fd: FileDescriptor
  readonly path: string
}

/** A file that another program wrote, open for reading, on a disk in memory. */
export function foreignFile(bytes: string | Uint8Array, mtimeMs: number = 1_700_000_000_000): ForeignFile {
  const disk = createSimulatedDisk()
  const path = '/foreign'
  const written = disk.createExclusive(path)
  disk.write(written, typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  disk.close(written)
  disk.touch(path, mtimeMs)
  return { disk, fd: disk.openRead(path), path }
}
