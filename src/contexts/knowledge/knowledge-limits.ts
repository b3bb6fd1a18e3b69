import type { ScanLimits } from '../scan/scan-files.ts'

/** What a base holds at most. */
export const knowledgeLimits: ScanLimits & {
  /** Lines of JSONL files, and bytes of one. */
  readonly lines: number
  readonly lineBytes: number
} = {
  files: 200_000,
  bytes: 4 * 2 ** 30,
  fileBytes: 4 * 2 ** 20,
  lines: 50_000,
  lineBytes: 4 * 2 ** 20,
}
