/** An error with the `code` of a failed system call (`ENOENT`, `EIO`, …), as `node:fs` throws them. */
export interface SystemError extends Error {
  readonly code: string
  readonly syscall?: string
  readonly path?: string
}

/** Makes the error that the named call on `path` would throw. */
export function systemError(code: string, syscall: string, path: string): SystemError {
  return Object.assign(new Error(`${code}: ${syscall} '${path}'`), { code, syscall, path })
}
