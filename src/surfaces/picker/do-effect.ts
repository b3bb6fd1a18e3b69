import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { CommandContext } from '../../commands/command.ts'
import { exportSession } from '../../commands/export-session.ts'
import { forkFrom } from '../../commands/picker/fork-from.ts'
import { writeDurably } from '../../disk/write-durably.ts'
import { clipboardSequence } from './clipboard-sequence.ts'
import type { PickerDeed, PickerEvent } from './picker-state.ts'

type Done = Extract<PickerEvent, { readonly kind: 'done' }>

/**
 * Does what was asked for, and says so.
 *
 * @param toTerminal writes to the terminal, which takes a text into its clipboard
 * @throws ChatCliError as the memory
 */
export function doEffect(
  deed: PickerDeed,
  context: CommandContext,
  toTerminal: (text: string) => void,
): Done {
  const { chatcli, text, environment } = context
  const { sessions } = chatcli
  const { done } = text.picker
  const { name } = deed
  switch (deed.kind) {
    case 'trash':
      sessions.delete(name)
      return changed(done.trashed(name), { kind: 'restore', name })
    case 'restore':
      sessions.restore(name)
      return changed(done.restored(name))
    case 'rename':
      sessions.rename(name, deed.to)
      return changed(done.renamed(name, deed.to), { kind: 'rename', name: deed.to, to: name })
    case 'fork':
      forkFrom(chatcli, name, deed.to, deed.position)
      return changed(text.sessionCopied(name, deed.to, sessions.load(deed.to).messages.length), {
        kind: 'trash',
        name: deed.to,
      })
    case 'pin': {
      const live = sessions.open(name)
      try {
        live.set({ pinned: deed.isPinned ? true : null })
        live.save()
      } finally {
        live.close()
      }
      const undo: PickerDeed = { kind: 'pin', name, isPinned: !deed.isPinned }
      return changed(deed.isPinned ? done.pinned(name) : done.unpinned(name), undo)
    }
    case 'export':
      return told(exportSession(context, name, 'md', { force: false }).text)
    case 'copy-message': {
      const { position } = deed
      const [message] = chatcli.page(name, { message: position }).messages
      const said = message?.text ?? ''
      const sequence = clipboardSequence(said, environment)
      if (sequence === undefined) return told(done.messageFile(position, keep(context, said)))
      toTerminal(sequence)
      return told(done.copiedMessage(position))
    }
    default: {
      const command = `chatcli resume ${name}`
      const sequence = clipboardSequence(command, environment)
      if (sequence === undefined) return told(done.commandShown(command))
      toTerminal(sequence)
      return told(done.copiedCommand(command))
    }
  }
}

/** Puts a text into a file of its own that only its owner can read. */
function keep({ disk, environment }: CommandContext, text: string): string {
  const folder = environment['TMPDIR'] ?? environment['TEMP'] ?? '/tmp'
  const path = join(folder, `chatcli-message-${randomBytes(6).toString('hex')}.txt`)
  const randomName = (): string => randomBytes(12).toString('hex')
  writeDurably(disk, path, new TextEncoder().encode(text), { replace: false, randomName })
  return path
}

function changed(notice: string, undo?: PickerDeed): Done {
  return { kind: 'done', notice, isChange: true, ...(undo === undefined ? {} : { undo }) }
}

function told(notice: string): Done {
  return { kind: 'done', notice, isChange: false }
}
