import type { PermissionNotice } from '../../agent/permissions-file.ts'
import type { Catalogue } from '../../text/catalogue.ts'

/** What happened to the answers a person once gave, in a line. */
export function permissionLine(notice: PermissionNotice, text: Catalogue): string {
  switch (notice.kind) {
    case 'damaged':
      return text.chat.permissionsDamaged(notice.keptAs)
    case 'newer-version':
      return text.chat.permissionsNewer
    default:
      return text.chat.permissionsNotKept(text.fromStore(notice.error.message))
  }
}
