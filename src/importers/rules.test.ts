import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { importers } from './importers.ts'

const here = dirname(fileURLToPath(import.meta.url))

interface Proof {
  /** The folder of the importer. */
  readonly folder: string
  /** What its own section of the notes on the formats warns of, and the name of the test that shows that it is heeded. */
  readonly traps: Readonly<Record<string, string>>
}

/**
 * Where it is shown that an importer keeps the rules: those of section 0.1 by `importerContract` and `importerRules`, which
 * the test of each runs, and the traps of its own format by tests of its own.
 */
const PROOFS: Readonly<Record<string, Proof>> = {
  aichat: {
    folder: 'aichat',
    traps: {
      'words that YAML takes for truth or numbers': 'reads sessions as the texts they are, without times',
      'what was compressed stands before the rest': 'reads sessions as the texts they are, without times',
      'messages.md grows': 'reads what was asked without a session, and later only what came',
    },
  },
  aider: {
    folder: 'aider',
    traps: {
      'prompts and headers in code fences':
        'reads a conversation for each run, and what stands in fences as it is',
      'prompts written twice': 'reads what was typed where there is no chat, with its times',
      'a line that is being written': 'waits for the end of a line that is being written',
    },
  },
  'chatcli-go': {
    folder: 'chatcli-go',
    traps: {
      'a file that shrinks': 'reads messages of every sort, and the same after a compaction',
      'encrypted files': 'opens what was sealed, with the key it is given or the one in the home',
      'later versions': 'takes of a session what it knows: of a later version',
    },
  },
  chatgpt: {
    folder: 'chatgpt',
    traps: {
      'the path to the current node, never by time':
        'reads the path to the current node, and then what was left',
      'no current node': 'finds the newest end where the current node is missing',
      'exports of different days': 'makes one record of exports of different days, as the last one shows it',
      'an older export imported later': 'lets an older export, imported later, change nothing',
    },
  },
  'claude-ai': {
    folder: 'claude-ai',
    traps: {
      'text that says that a block is not supported': 'and the text where there are no blocks',
      'all branches in one list': 'keeps branches apart, and the order of the file where a parent is missing',
      'an export of another day': 'an export of another day adds only what is new',
    },
  },
  'claude-code': {
    folder: 'claude-code',
    traps: {
      'prompts that are none': 'drops what the program put there',
      'tags in front of a prompt, and quoted ones':
        'keeps what a person typed behind notes, and tags that are quoted',
      commands: 'writes commands as they were typed',
      'queued prompts, copies, side chains, branches': 'reads a session whole',
      'several folders': 'looks where it is told to, in more than one place',
    },
  },
  cline: {
    folder: 'cline',
    traps: {
      'what was shown before what was sent': 'reads tasks: what they showed, else what was sent to the model',
      'files that are not written at once': 'waits for what a task shows while that is written',
      'sessions that were imported themselves': 'and of those taken from another tool what was said since',
    },
  },
  codex: {
    folder: 'codex',
    traps: {
      'every message stands in the file twice': 'reads each message once, whatever way it was written',
      'the raw half comes first': 'does not take the raw half of a message whose event is still to come',
      'a file of two styles': 'reads the turns an older version wrote, which a newer one went on with',
      'the title is the first prompt':
        'names a thread by its file, the index, the newest database beside them',
      'injected text': 'typedInItem drops injected text and keeps a prompt behind it',
    },
  },
  continue: {
    folder: 'continue',
    traps: {
      'no times': 'reads the messages of a session, without times, and each result once',
      'files that are not written at once': 'reads a file that was caught half written once it is whole',
      'an index that is damaged': 'needs no index, looks where it is told to, and opens nothing else',
    },
  },
  copilot: {
    folder: 'copilot',
    traps: {
      'logs of changes, and copies in two folders': 'reads chats of VS Code: files, logs, copies',
      'requests that were taken back': 'is %s when it says %j',
      'sub-agents, injected prompts': 'reads sessions of the command line, of all its versions',
    },
  },
  crush: {
    folder: 'crush',
    traps: {
      'seconds and milliseconds': 'reads sessions with times in seconds and in milliseconds',
      'rows change while an answer comes':
        'leaves an answer alone that is being written, and takes it when it is whole',
    },
  },
  cursor: {
    folder: 'cursor',
    traps: {
      'the order of the headers, bubbles without time':
        'reads the conversations of the editor, of its workspaces',
      'the same conversation in two stores': 'takes a conversation from the editor when that has all of it',
      'times that do not move': 'reads of a database only the conversations with new rows',
    },
  },
  'gemini-cli': {
    folder: 'gemini-cli',
    traps: {
      'a record that is written again': 'reads each message as it was last written, with what was rewound',
      'another folder': 'looks where GEMINI_CLI_HOME says',
    },
  },
  goose: {
    folder: 'goose',
    traps: {
      'all rows written anew': 'knows messages again when a compaction writes all rows anew',
      'files that stayed behind': 'reads the database, and files of older versions that it does not have',
      'ids that are not unique': 'keeps both of two messages that have one id',
    },
  },
  'hermes-agent': {
    folder: 'hermes',
    traps: {
      'split by a compaction, hidden, reviews': 'reads sessions as they were split, branched and delegated',
      'taken back without a new row': 'sees that a message was taken back, though nothing was added',
    },
  },
  librechat: {
    folder: 'librechat',
    traps: {
      'lists and trees': 'reads a list of messages and a tree of them, and keeps what was left behind apart',
    },
  },
  llm: {
    folder: 'llm',
    traps: {
      'two generations in one file': 'reads turns of both generations: fragments, attachments, tools',
    },
  },
  'open-webui': {
    folder: 'open-webui',
    traps: {
      'answers side by side, reasoning in the text': 'reads what was shown last, and takes answers apart',
      'the database of a server': 'reads the same from the database of a server, and then what is new in it',
    },
  },
  opencode: {
    folder: 'opencode',
    traps: {
      'files, and tables of two generations': 'reads files of all layouts and both generations of tables',
      'rows change while an answer comes': 'leaves an answer alone that is being written',
    },
  },
  'kilo-code': {
    folder: 'opencode',
    traps: { 'a folder of its own': 'looks where the environment says, and Kilo has a folder of its own' },
  },
  pi: {
    folder: 'pi',
    traps: {
      'branches, forks with the same ids, no ids': 'reads the tree of a session, a fork without its copy',
    },
  },
  plain: {
    folder: 'plain',
    traps: { 'files that are no conversations': 'takes only files in which somebody speaks' },
  },
}

describe('the table of proofs', () => {
  it('names every importer', () => {
    expect(Object.keys(PROOFS).sort()).toEqual(importers.map(({ tool }) => tool).sort())
  })

  it.each(Object.entries(PROOFS))('is true of %s', (_tool, { folder, traps }) => {
    const tests = fs
      .readdirSync(join(here, folder))
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => fs.readFileSync(join(here, folder, name), 'utf8'))
      .join('\n')
    expect(tests).toMatch(/^importerContract\(/m)
    for (const title of Object.values(traps)) expect(tests).toContain(title)
    expect(tests).not.toMatch(/\b(?:it|describe)\.(?:skip|todo)\(/)
  })
})
