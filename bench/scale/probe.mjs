// Loaded before a program (`node --import`): counts what it asks of the files of its home, and tells at its end, with its
// memory and time, in the file that CHATCLI_BENCH_PROBE names.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const home = process.env.CHATCLI_HOME ?? ''
const to = process.env.CHATCLI_BENCH_PROBE ?? ''
const { openSync, closeSync, readSync, lstatSync, statSync, writeFileSync, readFileSync } = fs
const work = { opened: 0, bytesRead: 0, looked: 0 }
const open = new Set()
const isInside = (path) => typeof path === 'string' && path.startsWith(home)

fs.openSync = (path, ...rest) => {
  const fd = openSync(path, ...rest)
  if (isInside(path)) {
    work.opened++
    open.add(fd)
  }
  return fd
}
fs.closeSync = (fd) => {
  open.delete(fd)
  closeSync(fd)
}
fs.readSync = (fd, ...rest) => {
  const count = readSync(fd, ...rest)
  if (open.has(fd)) work.bytesRead += count
  return count
}
fs.lstatSync = (path, ...rest) => {
  if (isInside(path)) work.looked++
  return lstatSync(path, ...rest)
}
fs.statSync = (path, ...rest) => {
  if (isInside(path)) work.looked++
  return statSync(path, ...rest)
}
syncBuiltinESMExports()

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  const status = readFileSync('/proc/self/status', 'utf8')
  const peak = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) * 1024
  writeFileSync(to, JSON.stringify({ ...work, cpu: (user + system) / 1000, peak }))
})
