import type { Safeguard } from './without-safeguard.ts'

/** Every safeguard that the promise of the store rests on. */
export const SAFEGUARDS: readonly Safeguard[] = [
  {
    name: 'a whole file is synced before it is put in place',
    by: 'damage',
    edits: [['disk/write-durably.ts', '    disk.sync(fd)\n', '']],
  },
  {
    name: 'a folder is synced after a file was put in it',
    by: 'workloads',
    edits: [['disk/write-durably.ts', '    disk.syncFolder(folder)\n', '']],
  },
  {
    name: 'a new name never takes the place of a file',
    by: 'races',
    edits: [['disk/write-durably.ts', 'if (replace) disk.rename', 'if (replace || true) disk.rename']],
  },
  {
    name: 'the target is looked at just before it is replaced',
    by: 'damage',
    edits: [['disk/write-durably.ts', '    beforeSwap?.()\n', '']],
  },
  {
    name: 'the size of a whole file is checked',
    by: 'damage',
    edits: [['disk/write-durably.ts', 'if (size !== length)', 'if (size < 0)']],
  },
  {
    name: 'short writes of a whole file go on',
    by: 'faults',
    edits: [
      ['disk/write-all.ts', 'done += taken', 'done = bytes.length'],
      ['disk/write-durably.ts', 'if (size !== length)', 'if (size < 0)'],
    ],
  },
  {
    name: 'lines are synced before they are acknowledged',
    by: 'damage',
    edits: [['disk/append-durably.ts', '      this.#disk.sync(this.#fd)\n', '']],
  },
  {
    name: 'a failed sync is not tried again',
    by: 'faults',
    edits: [
      [
        'disk/append-durably.ts',
        '      this.#disk.sync(this.#fd)\n',
        '      try { this.#disk.sync(this.#fd) } catch { this.#disk.sync(this.#fd) }\n',
      ],
    ],
  },
  {
    name: 'a short write of lines is an error',
    by: 'faults',
    edits: [
      ['disk/append-durably.ts', 'if (taken !== lines.length) throw', 'if (taken < 0) throw'],
      ['disk/append-durably.ts', 'if (after - before === bytes.length)', 'if (after >= before)'],
    ],
  },
  {
    name: 'a file that was moved away takes no lines',
    by: 'damage',
    edits: [['disk/append-durably.ts', 'this.#disk.stat(this.path)', 'this.#disk.statOpen(this.#fd)']],
  },
  {
    name: 'whoever appends makes the name durable',
    by: 'damage',
    edits: [['disk/append-durably.ts', '    disk.syncFolder(dirname(path))\n', '']],
  },
  {
    name: 'new folders are made durable',
    by: 'damage',
    edits: [['disk/make-folder-durably.ts', '    disk.syncFolder(parent)\n', '']],
  },
  {
    name: 'a move is made durable',
    by: 'workloads',
    edits: [
      ['store/trash.ts', "    disk.syncFolder(join(to, '..'))\n", ''],
      ['store/trash.ts', "    disk.syncFolder(join(from, '..'))\n", ''],
    ],
  },
  {
    name: 'the checksum of a line is checked',
    by: 'damage',
    edits: [['conversation/line-codec.ts', 'hex(crc32(buffer.subarray(0, -CRC_LENGTH))) !== crc', 'false']],
  },
  {
    name: 'a line counts once',
    by: 'damage',
    edits: [['conversation/fold.ts', 'if (!this.#lines.note(ref)) return', 'this.#lines.note(ref)']],
  },
  {
    name: 'a snapshot goes on only behind the line it was taken at',
    by: 'damage',
    edits: [
      [
        'store/load-conversation.ts',
        'tail.length === MARK_BYTES && text.trimEnd().endsWith(`${fold.crc}"}`)',
        'tail.length === MARK_BYTES && text !== undefined',
      ],
    ],
  },
  {
    name: 'lines begin with a newline',
    by: 'damage',
    edits: [
      ['store/transcript-log.ts', 'let lines: Uint8Array[] = [newline]', 'let lines: Uint8Array[] = []'],
      // A second safeguard behind the first: lines are dug out of damage.
      ['store/read-transcript.ts', '= recoverObjects(bytes)', '= recoverObjects(bytes.subarray(0, 0))'],
    ],
  },
  {
    name: 'a transcript begins whole',
    by: 'workloads',
    edits: [
      [
        'store/transcript-log.ts',
        'writeDurably(disk, path, pieces, { replace: false, randomName: () => randomHex(16) })',
        'const made = openForAppend(disk, path, { create: true })\nfor (const bytes of pieces) made.append(bytes)\nmade.close()',
      ],
    ],
  },
  {
    name: 'lines that could not be written are written with the next',
    by: 'faults',
    edits: [['store/transcript-log.ts', 'const all = [...waiting, ...events]', 'const all = [...events]']],
  },
  {
    name: 'side files are read',
    by: 'faults',
    edits: [
      ['store/side-files.ts', 'disk.list(home.transcripts)', 'disk.list(home.transcripts).slice(0, 0)'],
    ],
  },
  {
    name: 'what is said after a deletion goes elsewhere',
    by: 'workloads',
    edits: [['store/transcript-log.ts', 'if (!isThere) this.#closeMain()', '']],
  },
  {
    name: 'a deleted conversation does not rise again',
    by: 'workloads',
    edits: [['store/journal.ts', 'this.#seed.length > 0 && this.#isBuried()', 'this.#seed.length < 0']],
  },
  {
    name: 'a transcript goes with the file it was seeded from',
    by: 'workloads',
    edits: [
      [
        'store/continues-transcript.ts',
        'if (id === file.id || id === seededId(name, bytes)) return true',
        'seededId(name, bytes)',
      ],
    ],
  },
  {
    name: 'a rename that was cut short is finished',
    by: 'workloads',
    edits: [['store/finish-rename.ts', 'stat === undefined || stat.links < 2', 'stat !== null']],
  },
  {
    name: 'a restore that was cut short is known',
    by: 'workloads',
    edits: [['store/trash.ts', 'if (restoring === undefined ||', 'if (restoring !== null ||']],
  },
  {
    name: 'a temp file is no session in the trash',
    by: 'workloads',
    edits: [['store/trash.ts', ' && !isTempFileName(file)', ' && isTempFileName !== undefined']],
  },
  {
    name: 'a deletion is written in the transcript first',
    by: 'workloads',
    edits: [
      [
        'store/delete-session.ts',
        "for (const transcript of transcripts) appendMark(context, transcript, { mark: 'deleted' })",
        'appendMark.length',
      ],
    ],
  },
  {
    name: 'a rename is written in the transcript first',
    by: 'workloads',
    edits: [
      [
        'store/rename-session.ts',
        "      live.record({ kind: 'mark', mark: 'renamed', data: { name: to } })\n",
        '',
      ],
    ],
  },
  {
    name: 'a name that belongs to another conversation is left alone',
    by: 'damage',
    edits: [
      [
        'store/snapshot-writer.ts',
        'if (id !== undefined && id !== this.#id) throw',
        'if (id === null) throw',
      ],
    ],
  },
  {
    name: 'a snapshot is looked after once it is written',
    by: 'races',
    edits: [
      [
        'store/live-conversation.ts',
        "outcome === 'written' && this.#isStillThere()",
        "outcome === 'written'",
      ],
    ],
  },
  {
    name: 'a deletion takes along what a snapshot put back',
    by: 'damage',
    edits: [
      [
        'store/delete-session.ts',
        'if (row !== undefined && !row.interrupted) moveRevived(',
        'if (row === null) moveRevived(',
      ],
    ],
  },
  {
    name: 'what came to a transcript while it was replaced is brought over',
    by: 'damage',
    edits: [
      ['store/finish-replacement.ts', 'if (lines.length > 0) bringOver', 'if (lines.length < 0) bringOver'],
    ],
  },
  {
    name: 'a transcript that is replaced has a second name until then',
    by: 'damage',
    edits: [
      ['store/replace-transcript.ts', '    disk.link(path, beside)\n', ''],
      ['store/replace-transcript.ts', '!isThere(path) || !isThere(beside)', '!isThere(path)'],
      [
        'store/replace-transcript.ts',
        'finishReplacement(options, beside, { late, isSwapped: true })',
        'finishReplacement.length',
      ],
    ],
  },
  {
    name: 'what was brought over is synced before the old file goes',
    by: 'damage',
    edits: [
      [
        'store/finish-replacement.ts',
        "if (handle.append(Buffer.concat([newline, ...parts])).status === 'acknowledged') return",
        'const fd = disk.openAppend(transcript)\ndisk.write(fd, Buffer.concat([newline, ...parts]))\ndisk.close(fd)\nreturn',
      ],
    ],
  },
  {
    name: 'whoever opens a conversation finishes a replacement',
    by: 'damage',
    edits: [
      [
        'store/open-live.ts',
        'if (transcript !== undefined) finishReplaced',
        'if (transcript === null) finishReplaced',
      ],
    ],
  },
]
