import type { Disk, FileDescriptor } from './disk.ts'
import { systemError } from './system-error.ts'

/** Writes all of `bytes` in as many calls as it takes. Only for files that nobody else writes to. */
export function writeAll(disk: Disk, fd: FileDescriptor, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) {
    const taken = disk.write(fd, bytes.subarray(done))
    // The call has no way to say "full" when it takes nothing and reports no error.
    if (taken <= 0) throw systemError('ENOSPC', 'write', `descriptor ${fd}`)
    done += taken
  }
}
