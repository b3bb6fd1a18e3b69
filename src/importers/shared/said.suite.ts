import type { CollectedImport } from '../collect-import.suite.ts'

/** What a conversation says, a line a message: kind, branch unless it is the active one, role, text. */
export function said({ conversations }: CollectedImport, id: string): readonly string[] {
  return (conversations.get(id)?.messages ?? []).map(({ sort, branch, message }) =>
    [
      sort === 'text' ? '' : `${sort} `,
      branch === 'active' ? '' : `${branch} `,
      `${message.role}: ${message.content}`,
      message.images === undefined ? '' : ` [${message.images.map((image) => image.file_name).join(', ')}]`,
      message.is_error === true ? ' (error)' : '',
    ].join(''),
  )
}

/** Everything that was left out: why and what. */
export function left({ skipped }: CollectedImport): readonly string[] {
  return skipped.map(({ reason, detail }) => [reason, detail].filter((word) => word !== undefined).join(' '))
}
