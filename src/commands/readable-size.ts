/** Bytes for a person: `900 B`, `12.3 kB`, `4.0 MB`. */
export function readableSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const kilobytes = bytes / 1000
  return kilobytes < 1000 ? `${kilobytes.toFixed(1)} kB` : `${(kilobytes / 1000).toFixed(1)} MB`
}
