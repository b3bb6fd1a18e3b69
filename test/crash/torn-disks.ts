import { readWholeFile } from '../../src/disk/read-file.ts'
import type { SimulatedDisk } from '../../src/disk/simulated-disk.ts'

/**
 * Disks on which a write was cut at every `step`-th byte of it: what comes behind is missing, or NUL.
 *
 * @param before the disk before the write
 * @param after the disk with all of it
 * @param path the file it went to
 */
export function* tornDisks(
  before: SimulatedDisk,
  after: SimulatedDisk,
  path: string,
  step: number,
): Generator<{ readonly label: string; readonly disk: SimulatedDisk }> {
  const start = before.stat(path)?.size ?? 0
  const written = readWholeFile(after, path).subarray(start)
  for (let cut = 1; cut < written.length; cut += step) {
    const rest = new Uint8Array(written.length - cut)
    const head = written.subarray(0, cut)
    yield { label: `torn at byte ${cut}`, disk: withBytes(before, path, head) }
    yield { label: `NUL from byte ${cut}`, disk: withBytes(before, path, Buffer.concat([head, rest])) }
  }
}

function withBytes(before: SimulatedDisk, path: string, bytes: Uint8Array): SimulatedDisk {
  const disk = before.killed()
  const fd = disk.openAppend(path)
  disk.write(fd, bytes)
  disk.sync(fd)
  disk.close(fd)
  return disk
}
