import { execPath } from 'node:process'
import { join } from 'node:path'
import type { Template } from './make-template.ts'

/** A thing that is done to a home in a process of its own. */
export interface RealOperation {
  readonly name: string
  readonly template: Template
  /** Run by the worker of the lab, whose own errors are no matter of the program's. */
  readonly isJob?: boolean
  /** What node is told. */
  readonly args: (lab: {
    readonly cli: string
    readonly worker: string
    readonly home: string
  }) => readonly string[]
  /** What it is told on standard input. */
  readonly input?: string
  /** Contents of messages that its output says are on the disk: it is a server, and ends well whatever it could do. */
  readonly acknowledged?: (stdout: string) => readonly string[]
  /** Whether it tells that something was left out, and ends well all the same. */
  readonly leavesOut?: (stdout: string) => boolean
  /** Beside those of the template. */
  readonly environment?: Readonly<Record<string, string>>
  /** The keys that open the home from its beginning on, when they are not those before. */
  readonly keysAfter?: readonly string[]
  /** Done again, it comes to the same end; else it does something more. */
  readonly isRepeatable: boolean
  /** Exit codes of a repeat that found its work done. */
  readonly mayEndWith?: readonly number[]
  /** A file beside the home that it writes: it is there whole, or not at all. */
  readonly writes?: string
}

/** 32 bytes in base64. */
export const oneKey: string = Buffer.alloc(32, 7).toString('base64')
const otherKey: string = Buffer.alloc(32, 9).toString('base64')

const exists = 6
const notFound = 3
const refused = 8

function command(name: string, words: readonly string[], more: Partial<RealOperation> = {}): RealOperation {
  return { name, template: 'plain', args: ({ cli }) => [cli, ...words], isRepeatable: true, ...more }
}

function job(name: string, words: readonly string[] = [], more: Partial<RealOperation> = {}): RealOperation {
  const args: RealOperation['args'] = ({ worker, home }) => [worker, name, home, ...words]
  return { name, template: 'plain', isJob: true, args, isRepeatable: true, ...more }
}

function handedOver(role: string, i: number): object {
  return { id: `h${i}`, role, content: `handed over ${i}` }
}

/** Requests of a protocol, line by line. */
function askedInTurn(requests: readonly (readonly [method: string, params: object])[]): string {
  return requests
    .map(([method, params], i) => `${JSON.stringify({ jsonrpc: '2.0', id: i + 1, method, params })}\n`)
    .join('')
}

/** Everything that writes to a home, through the door a person or a program has. */
export const realOperations: readonly RealOperation[] = [
  job('append', ['first', 'second']),
  job('compact'),
  job('rewind'),
  job('autosave', [], { isRepeatable: false }),
  command('one-shot', ['-p', 'which tide?', '--session', 'alpha'], { isRepeatable: false }),
  {
    ...command('save', []),
    args: ({ cli, home }) => [cli, 'session', 'save', 'fresh', join(home, '..', 'fresh.json')],
    mayEndWith: [exists],
  },
  command('fork', ['session', 'fork', 'alpha', 'alpha-two'], { mayEndWith: [exists] }),
  command('rename', ['session', 'rename', 'alpha', 'omega'], { mayEndWith: [exists, notFound] }),
  command('delete', ['session', 'delete', 'alpha'], { mayEndWith: [notFound] }),
  command('purge', ['session', 'delete', 'alpha', '--purge', '--yes'], { mayEndWith: [notFound] }),
  command('restore', ['session', 'restore', 'gone'], { mayEndWith: [exists, notFound] }),
  command('forget', ['session', 'forget', 'alpha', '--message', '1', '--yes'], {
    mayEndWith: [notFound],
  }),
  command('prune', ['storage', 'prune', '--apply']),
  command('seal', ['storage', 'seal'], {
    environment: { CHATCLI_ENCRYPTION_KEY: oneKey },
    keysAfter: [oneKey],
  }),
  command('unseal', ['storage', 'unseal'], { template: 'sealed' }),
  command('rotate', ['key', 'rotate'], {
    template: 'sealed',
    environment: { CHATCLI_ENCRYPTION_KEY: otherKey, CHATCLI_ENCRYPTION_KEY_PREVIOUS: oneKey },
    keysAfter: [otherKey, oneKey],
    mayEndWith: [refused],
  }),
  job('append', ['first', 'second'], { name: 'append, sealed', template: 'sealed' }),
  command('delete', ['session', 'delete', 'alpha'], {
    name: 'delete, sealed',
    template: 'sealed',
    mayEndWith: [notFound],
  }),
  {
    ...command('import', []),
    args: ({ cli, home }) => [cli, 'import', join(home, '..', 'foreign'), '--json'],
    leavesOut: (stdout) => /"skipped": ?\[\s*\{/.test(stdout),
  },
  {
    ...command('mcp append', ['mcp-server'], { isRepeatable: false }),
    input: askedInTurn([
      [
        'initialize',
        { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'lab', version: '1' } },
      ],
      ['tools/call', { name: 'append', arguments: { messages: ['user', 'assistant'].map(handedOver) } }],
    ]),
    acknowledged: (stdout) => (/"added":2/.test(stdout) ? ['handed over 0', 'handed over 1'] : []),
  },
  {
    ...command('export', [], { writes: 'alpha.md' }),
    args: ({ cli, home }) => [cli, 'session', 'export', 'alpha', 'md', join(home, '..', 'alpha.md')],
    mayEndWith: [exists],
  },
  command('index rebuild', ['index', 'rebuild']),
  job('merge', ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'], {
    name: 'index merge',
  }),
  command('index refresh', ['search', 'tide']),
]

/** How a node process of an operation is begun. */
export function processOf(
  operation: RealOperation,
  lab: { readonly cli: string; readonly worker: string; readonly home: string },
): { readonly command: readonly string[]; readonly environment: Readonly<Record<string, string>> } {
  return {
    command: [execPath, ...operation.args(lab)],
    environment: {
      // One thread and no queue of the system: calls come in the order in which they are asked for.
      UV_THREADPOOL_SIZE: '1',
      UV_USE_IO_URING: '0',
      HOME: join(lab.home, '..'),
      CHATCLI_HOME: lab.home,
      CHATCLI_LANGUAGE: 'en',
      ...(operation.template === 'sealed' ? { CHATCLI_ENCRYPTION_KEY: oneKey } : {}),
      ...operation.environment,
    },
  }
}
