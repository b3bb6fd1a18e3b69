import type { Catalogue } from '../text/catalogue.ts'
import { displayWidth, padToWidth } from '../text/display-width.ts'
import { originText, type SettingView } from './setting-view.ts'

/** Settings in aligned columns: key, value, origin. */
export function settingTable(views: readonly SettingView[], text: Catalogue): string[] {
  const width = (of: (view: SettingView) => string): number =>
    Math.max(0, ...views.map((view) => displayWidth(of(view))))
  const keyWidth = width(({ row }) => row.key)
  const valueWidth = width(({ shown }) => shown)
  return views.map((view) => {
    const key = padToWidth(view.row.key, keyWidth)
    return `${key}  ${padToWidth(view.shown, valueWidth)}  ${originText(view, text)}`.trimEnd()
  })
}
