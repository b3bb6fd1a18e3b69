import { spawnSync } from 'node:child_process'
import { copyFileSync, constants, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A disk in a file. What stands in the file is what a power cut would leave. */
export interface LoopDisk {
  readonly image: string
  /** Where its files are. */
  readonly folder: string
  readonly unmount: () => void
}

/** Whether disks in files can be mounted here: that takes root. */
export function canMount(folder: string): boolean {
  try {
    newDisk(join(folder, 'try'), 16).unmount()
    return true
  } catch {
    return false
  }
}

/** Makes an ext4 of so many megabytes in `folder`, and mounts it. */
export function newDisk(folder: string, megabytes: number): LoopDisk {
  return mount(newImage(folder, megabytes), join(folder, 'files'))
}

/** Makes it without mounting it. @returns the path of its file */
export function newImage(folder: string, megabytes: number): string {
  mkdirSync(folder, { recursive: true })
  const image = join(folder, 'image')
  run('truncate', ['-s', `${megabytes}M`, image])
  run('mkfs.ext4', ['-q', '-F', '-m', '0', image])
  return image
}

export function mount(image: string, folder: string): LoopDisk {
  mkdirSync(folder, { recursive: true })
  run('mount', ['-o', 'loop', image, folder])
  return { image, folder, unmount: () => run('umount', [folder]) }
}

/** The disk as it would come back after the power failed now. Whoever writes to it must stand still meanwhile. */
export function afterPowerCut<T>(disk: LoopDisk, scratch: string, look: (folder: string) => T): T {
  const image = join(scratch, 'cut')
  copyFileSync(disk.image, image, constants.COPYFILE_FICLONE)
  const copy = mount(image, join(scratch, 'cut-files'))
  try {
    return look(copy.folder)
  } finally {
    copy.unmount()
    rmSync(image)
  }
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
}
