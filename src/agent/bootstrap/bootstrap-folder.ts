/** A file as a look at its name shows it. */
export interface BootstrapLook {
  /** Bytes. */
  readonly size: number
  /** Changes whenever the file does. */
  readonly stamp: string
}

/** A folder in which bootstrap files may be. */
export interface BootstrapFolder {
  /** `home`: the person put them there. `workspace`: they came with a project, and may be anybody's. */
  readonly from: 'workspace' | 'home'
  /** Absolute. */
  readonly path: string
  /** What permissions of the project call it; `.` for its root, and for the home. */
  readonly scope: string
  /** Undefined when there is none. @throws ChatCliError for what is no file, or a link that leads out of the project */
  look(name: string): BootstrapLook | undefined
  /** The first bytes of a file, at most `most`. @throws ChatCliError */
  read(name: string, most: number): Uint8Array
}
