import type { SealSafeguard } from './seal-safeguard.ts'

const line = 'seal/sealed-line.test.ts'
const file = 'seal/file-container.test.ts'
const blocks = 'seal/block-file.test.ts'
const slot = 'seal/key-slot.test.ts'
const home = 'store/sealed/sealed-home.test.ts'
const disk = 'store/sealed/sealing-disk.test.ts'
const chain = 'store/sealed/line-chain.test.ts'
const reseal = 'store/sealed/reseal-home.test.ts'
const tamper = 'tamper-matrix.test.ts'
const keys = 'commands/key/find-keys.test.ts'

const aadOfLines = 'JSON.stringify([kind, id, w, n, p])'
const keyOfLines = "deriveKey(bytes, id, `chatcli/line/1${kind === 'transcript' ? '' : `/${kind}`}`, 64)"

/** Every safeguard that the promises of docs/attack-model.md rest on. */
export const sealSafeguards: readonly SealSafeguard[] = [
  {
    name: 'a tag has 16 bytes',
    by: [file, 'takes no shorter tag'],
    edits: [
      [
        'seal/gcm.ts',
        'const length = sealed.length - tagBytes',
        'const length = Math.max(0, sealed.length - tagBytes)',
      ],
      [
        'seal/gcm.ts',
        'createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })',
        'createDecipheriv(cipher, key, nonce)',
      ],
    ],
  },
  {
    name: 'nothing is given out whose tag does not fit',
    by: [file, 'is not opened'],
    edits: [['seal/gcm.ts', 'plain.fill(0)\n    return undefined', 'return plain']],
  },
  {
    name: 'the header of a file is authenticated',
    by: [file, 'does not say that it is another'],
    edits: [['seal/file-header.ts', 'Buffer.concat([header, Buffer.from(kind)])', 'Buffer.from(kind)']],
  },
  {
    name: 'a file is bound to its kind',
    by: [file, 'does not open as another kind'],
    edits: [
      ['seal/file-header.ts', 'Buffer.concat([header, Buffer.from(kind)])', 'Buffer.from(header)'],
      // A second safeguard behind the first: each kind has keys of its own.
      ['seal/file-header.ts', '`chatcli/file/1/${kind}`', '`chatcli/file/1`'],
    ],
  },
  {
    name: 'a file is bound to its id',
    by: [file, 'does not open as another kind'],
    edits: [['seal/file-container.ts', 'if (as.id !== undefined && as.id !== id)', 'if (as.id === null)']],
  },
  {
    name: 'a file of blocks is bound to its id',
    by: [blocks, 'does not take the blocks of another file'],
    edits: [['seal/block-file.ts', 'if (as.id !== undefined && as.id !== id)', 'if (as.id === null)']],
  },
  {
    name: 'a block is bound to its number',
    by: [blocks, 'notices blocks that are swapped'],
    edits: [['seal/block-file.ts', '  nonce.writeUInt32BE(number, nonceBytes - 5)\n', '']],
  },
  {
    name: 'the last block says so',
    by: [blocks, 'notices blocks that are swapped'],
    edits: [['seal/block-file.ts', '  nonce[nonceBytes - 1] = isLast ? 1 : 0\n', '']],
  },
  {
    name: 'a salt is random',
    by: [file, 'begins with magic'],
    edits: [['seal/file-header.ts', '.update(random)', '']],
  },
  {
    name: 'a salt holds what is sealed',
    by: [file, 'has a salt of its own'],
    edits: [['seal/file-header.ts', '.update(about).update(plain)', '']],
  },
  {
    name: 'the nonce of a line is its own',
    by: [line, 'never has a nonce twice'],
    edits: [['seal/sealed-line.ts', '.update(random).update(aad).update(plain)', '']],
  },
  {
    name: 'the nonce of a line holds what is sealed',
    by: [line, 'has a nonce of its own'],
    edits: [['seal/sealed-line.ts', '.update(aad).update(plain)', '']],
  },
  {
    name: 'a line is bound to its kind',
    by: [line, 'opens under its own name'],
    edits: [
      ['seal/sealed-line.ts', aadOfLines, 'JSON.stringify([id, w, n, p])'],
      ['seal/sealed-line.ts', keyOfLines, "deriveKey(bytes, id, 'chatcli/line/1', 64)"],
    ],
  },
  {
    name: 'a line is bound to its file',
    by: [line, 'opens under its own name'],
    edits: [
      ['seal/sealed-line.ts', aadOfLines, 'JSON.stringify([kind, w, n, p])'],
      ['seal/sealed-line.ts', keyOfLines, "deriveKey(bytes, '', `chatcli/line/1/${kind}`, 64)"],
    ],
  },
  {
    name: 'a line is bound to its writer',
    by: [line, 'opens under its own name'],
    edits: [['seal/sealed-line.ts', aadOfLines, 'JSON.stringify([kind, id, n, p])']],
  },
  {
    name: 'a line is bound to its number',
    by: [line, 'opens under its own name'],
    edits: [['seal/sealed-line.ts', aadOfLines, 'JSON.stringify([kind, id, w, p])']],
  },
  {
    name: 'a line is bound to the line before',
    by: [line, 'opens under its own name'],
    edits: [['seal/sealed-line.ts', aadOfLines, 'JSON.stringify([kind, id, w, n])']],
  },
  {
    name: 'the checksum of a sealed line is checked',
    by: [line, 'is noticed to be changed'],
    edits: [['seal/sealed-line.ts', "if (buffer.toString('latin1', end) !== crc)", 'if (crc === "")']],
  },
  {
    name: 'the id of a key is checked',
    by: [file, 'says whether the key is missing'],
    edits: [['seal/keyring.ts', 'current?.id === id ? current', 'current !== undefined ? current']],
  },
  {
    name: 'only the one form of a key is taken',
    by: ['seal/master-key.test.ts', 'is nothing else'],
    edits: [['seal/master-key.ts', '{42}[AEIMQUYcgkosw048]=$/', '{43}=$/']],
  },
  {
    name: 'a slot is bound to its key',
    by: [slot, 'does not open what was changed'],
    edits: [
      ['seal/key-slot.ts', "'chatcli/slot/1', id, n", "'chatcli/slot/1', n"],
      ['seal/key-slot.ts', 'master?.id === slot.key', 'master !== undefined'],
    ],
  },
  {
    name: 'a slot cannot ask for work without end',
    by: [slot, 'does not open what was changed'],
    edits: [['seal/key-slot.ts', ' || n > most.n', '']],
  },
  {
    name: 'a replaced key opens under its own name only',
    by: [slot, 'leads to the keys of before'],
    edits: [['seal/key-slot.ts', "'chatcli/older/1', key, under", "'chatcli/older/1', under"]],
  },
  {
    name: 'data of the Go program is authenticated',
    by: ['seal/legacy-data.test.ts', 'is never given out'],
    edits: [['seal/gcm.ts', 'plain.fill(0)\n    return undefined', 'return plain']],
  },
  {
    name: 'a line names the line before, and that is checked',
    by: [chain, 'tell that one was taken out'],
    edits: [['store/sealed/line-chain.ts', 'if (isExpected) return', 'if (!isFirst || isExpected) return']],
  },
  {
    name: 'the first line of a writer has none before it',
    by: [chain, 'tell that the first was'],
    edits: [['store/sealed/line-chain.ts', "? previous === ''", '? previous.length >= 0']],
  },
  {
    name: 'a line in clear counts for nothing after sealed ones',
    by: [chain, 'let nothing count'],
    edits: [
      [
        'store/sealed/line-chain.ts',
        "if (!this.#isSealed || line.status === 'damaged') return",
        'if (this.#path) return',
      ],
    ],
  },
  {
    name: 'home.json is looked at before lines are appended',
    by: [home, 'stops writing'],
    edits: [
      [
        'store/sealed/sealing-disk.ts',
        '        guard.beforeWrite()\n        if (seal.isSealing',
        '        if (seal.isSealing',
      ],
    ],
  },
  {
    name: 'home.json is looked at before a file is written',
    by: [disk, 'writes no file, and makes none'],
    edits: [
      ['store/sealed/sealing-disk.ts', '      guard.beforeWrite()\n      const fd', '      const fd'],
      ['store/sealed/sealing-disk.ts', '    guard.beforeWrite()\n    const bytes', '    const bytes'],
    ],
  },
  {
    name: 'a home is marked as sealed first',
    by: [home, 'names its key in home.json'],
    edits: [['store/sealed/home-seal.ts', '        markSealed(options, { key: current.id })\n', '']],
  },
  {
    name: 'a home that says it is sealed, but not with what, is not open',
    by: [home, 'takes no home for open'],
    edits: [
      [
        'store/sealed/home-seal.ts',
        'if (sealed === undefined && format !== sealedHomeFormat)',
        "if (typeof Object(sealed).key !== 'string')",
      ],
    ],
  },
  {
    name: 'a home whose files are sealed is not open, whatever home.json says',
    by: [home, 'writes nothing that was said when home.json'],
    edits: [['store/sealed/home-seal.ts', '        refuseIfSealedBefore()\n', '']],
  },
  {
    name: 'a home.json that is gone is not made anew without a look',
    by: [home, 'writes nothing that was said when home.json'],
    edits: [
      [
        'store/sealed/sealing-disk.ts',
        'if (becomes === home.homeFile && disk.stat(becomes) === undefined) guard.beforeWrite()',
        '',
      ],
    ],
  },
  {
    name: 'a line in clear is refused',
    by: [disk, 'refuses a line that would stand in clear'],
    edits: [
      ['store/sealed/sealing-disk.ts', 'if (seal.isSealing && !isSealedLines(bytes))', 'if (path === "")'],
    ],
  },
  {
    name: 'what is typed as if it were sealed is sealed',
    by: [disk, 'seals what a person types'],
    edits: [
      [
        'store/sealed/line-seal.ts',
        "kind === 'transcript' ? isSealedLine(line)",
        'kind ? isSealedLine(line)',
      ],
    ],
  },
  {
    name: 'lines of the Go program do not hide what is in clear',
    by: [disk, 'tells what stands in clear'],
    edits: [
      [
        'store/sealed/stands-unsealed.ts',
        '!isSealedLine(start.subarray(first))',
        '!isSealedLine(start.subarray(first)) && start[first] !== 0x65',
      ],
    ],
  },
  {
    name: 'a file is sealed before a byte of it is written',
    by: [disk, 'writes nothing of a file before'],
    edits: [
      [
        'store/sealed/sealing-disk.ts',
        '        file.size += bytes.length\n',
        '        file.size += bytes.length\n        disk.write(fd, bytes)\n',
      ],
    ],
  },
  {
    name: 'a file of a kind that nobody thought of is sealed',
    by: [disk, 'seals what nobody thought of'],
    edits: [
      ['store/sealed/file-rule.ts', "  return { form: 'whole', kind: 'file', id }\n}", '  return plain\n}'],
    ],
  },
  {
    name: 'what a search finds in clear is told',
    by: ['store/sealed/unsealed-sessions.test.ts', 'a search tells'],
    edits: [['store/sealed/unsealed-sessions.ts', 'seal?.isSealing !== true', 'seal !== null']],
  },
  {
    name: 'names that would tell are keyed',
    by: [home, 'says nothing'],
    edits: [
      [
        'store/sealed/line-seal.ts',
        '[...masters.map((master) => keyedName(master, kind, hash)), hash]',
        '[hash]',
      ],
    ],
  },
  {
    name: 'a file in clear is told when it is loaded',
    by: [home, 'tells of a session'],
    edits: [['store/sealed/seal-notes.ts', 'files > 0', 'files < 0']],
  },
  {
    name: 'a file in clear is found by verify',
    by: [home, 'tells of a session'],
    edits: [
      [
        'store/sealed/verify-home.ts',
        'disk.seal?.isSealing === true && disk.seal.isUnsealed(path)',
        'path === ""',
      ],
    ],
  },
  {
    name: 'sessions that changed places are told',
    by: [tamper, 'swap two files: session'],
    edits: [
      ['store/sealed/seal-notes.ts', 'file.name !== undefined && file.name !== name', 'file.name === null'],
      [
        'store/sealed/verify-home.ts',
        'isInSessions && file.name !== undefined && file.name !== name',
        'path === ""',
      ],
    ],
  },
  {
    name: 'a file that was replaced while it was sealed anew is sealed again',
    by: [reseal, 'loses nothing that replaces a file'],
    edits: [
      [
        'store/sealed/reseal-file.ts',
        'isOvertaken = !isSame(bare.stat(path), before)',
        'isOvertaken = false',
      ],
    ],
  },
  {
    name: 'a key that others can read is not taken',
    by: [keys, 'are not taken of a file that others can read'],
    edits: [['commands/key/find-keys.ts', '(stat.mode & 0o077) !== 0', 'stat.mode < 0']],
  },
  {
    name: 'a key file of somebody else is not taken',
    by: [keys, 'are not taken of a file that others can read'],
    edits: [['commands/key/find-keys.ts', 'stat.uid !== uid && stat.uid !== 0', 'stat.uid < 0']],
  },
  {
    name: 'a key is not shown as the name of its command',
    by: [keys, 'are never shown'],
    edits: [['commands/key/find-keys.ts', "name.replace(/[A-Za-z0-9+/]{40,43}=/g, '…')", 'name']],
  },
  {
    name: 'a command does not see the keys of this program',
    by: ['commands/key/run-key-command.test.ts', 'does not see'],
    edits: [['commands/key/run-key-command.ts', '!ofKeys.test(name)', 'name !== ""']],
  },
]
