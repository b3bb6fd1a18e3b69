import { ChatCliError } from '../errors.ts'
import { errorCode } from './error-code.ts'

interface Explanation {
  readonly what: string
  readonly hint: string
}

const FULL: Explanation = {
  what: 'no space is left on the disk',
  hint: 'Free some space on that disk and try again.',
}
const DENIED: Explanation = {
  what: 'the system does not allow it',
  hint: 'Check who owns the file and its folder, and their permissions.',
}
const READ_ONLY: Explanation = {
  what: 'the disk is read-only',
  hint: 'Make the disk writable, or set CHATCLI_HOME to a folder on another one.',
}
const TOO_MANY: Explanation = {
  what: 'too many files are open',
  hint: 'Close other programs, or raise the limit on open files.',
}
const NOT_PLAIN: Explanation = {
  what: 'it is not a regular file',
  hint: 'Move away what stands there; links, pipes and devices are not followed.',
}
const FAULTY: Explanation = {
  what: 'the disk reported an input/output error',
  hint: 'Check the disk and its cable or connection, and make a backup before anything else.',
}
const NOT_HERE: Explanation = {
  what: 'this file system cannot do that',
  hint: 'Set CHATCLI_HOME to a folder on a local disk.',
}

const EXPLANATIONS: ReadonlyMap<string, Explanation> = new Map([
  ['ENOSPC', FULL],
  ['EDQUOT', { what: 'the disk quota is used up', hint: 'Free some space of your quota and try again.' }],
  [
    'EFBIG',
    { what: 'the file would be larger than allowed', hint: 'Raise the file size limit of this account.' },
  ],
  ['EROFS', READ_ONLY],
  ['EIO', FAULTY],
  ['ENXIO', FAULTY],
  ['ENODEV', FAULTY],
  ['EMFILE', TOO_MANY],
  ['ENFILE', TOO_MANY],
  ['ENOMEM', { what: 'the system is out of memory', hint: 'Close other programs and try again.' }],
  ['EACCES', DENIED],
  ['EPERM', DENIED],
  [
    'ENOENT',
    { what: 'it, or its folder, is not there', hint: 'Check that nobody removed or moved the folder.' },
  ],
  [
    'ENOTDIR',
    {
      what: 'a part of the path is not a folder',
      hint: 'Move away the file that stands where a folder belongs.',
    },
  ],
  ['EISDIR', { what: 'a folder stands where a file belongs', hint: 'Move that folder away.' }],
  ['EEXIST', { what: 'something has that name already', hint: 'Choose another name, or move it away.' }],
  ['ENOTEMPTY', { what: 'the folder is not empty', hint: 'Look at what is left in it.' }],
  [
    'ENAMETOOLONG',
    { what: 'the name is too long', hint: 'Choose a shorter name, or a home folder with a shorter path.' },
  ],
  [
    'EXDEV',
    {
      what: 'it would cross from one disk to another',
      hint: 'Keep the home folder and everything in it on one disk.',
    },
  ],
  ['EBUSY', { what: 'another program is using it', hint: 'Close that program and try again.' }],
  ['ETXTBSY', { what: 'another program is using it', hint: 'Close that program and try again.' }],
  ['EAGAIN', { what: 'the system is too busy at the moment', hint: 'Try again in a moment.' }],
  ['EINTR', { what: 'a signal interrupted it', hint: 'Try again.' }],
  ['ETIMEDOUT', { what: 'the disk did not answer in time', hint: 'Check the connection to that disk.' }],
  ['ESTALE', { what: 'the network disk lost the file', hint: 'Mount that disk again.' }],
  ['ELOOP', NOT_PLAIN],
  ['EFTYPE', NOT_PLAIN],
  ['EMLINK', { what: 'the file has too many names', hint: 'Remove other links to it.' }],
  ['EINVAL', NOT_HERE],
  ['ENOSYS', NOT_HERE],
  ['ENOTSUP', NOT_HERE],
  ['EOPNOTSUPP', NOT_HERE],
])

/**
 * Turns the error of a failed disk call into `Could not <action> <path>: <why> (<code>)` with a hint. Anything else
 * (an error of this program, a bug) comes back as it is.
 */
export function toStorageError(error: unknown, action: string, path: string): unknown {
  const code = errorCode(error)
  if (code === undefined || error instanceof ChatCliError) return error
  const { what, hint } = EXPLANATIONS.get(code) ?? {
    what: 'the disk reported an error',
    hint: 'Run `chatcli doctor` to check the home folder.',
  }
  return new ChatCliError('storage', `Could not ${action} ${path}: ${what} (${code})`, { hint, cause: error })
}
