/** Memory in use in MB, from the text of `/proc/PID/status`; undefined when it is a process that ended. */
export function memoryIn(status: string): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

/** The parent, the state and seconds of processor time, those of ended children with them, from `/proc/PID/stat`. */
export function processIn(stat: string): { parent: number; state: string; seconds: number } {
  // The name of the program may hold spaces and brackets.
  const [state = '', parent, ...fields] = stat.replace(/^.*\) /s, '').split(' ')
  const ticks = fields.slice(9, 13).reduce((sum, field) => sum + Number(field), 0)
  return { parent: Number(parent), state, seconds: ticks / 100 }
}
