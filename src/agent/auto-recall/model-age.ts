const minute = 60_000
const hour = 3_600_000
const day = 86_400_000

/**
 * How long ago something was, as a model is told: `5m ago`, `3h ago`, `yesterday`, `12d ago`.
 *
 * @param ms milliseconds; NaN gives `age unknown`
 */
export function modelAge(ms: number): string {
  if (Number.isNaN(ms)) return 'age unknown'
  const past = Math.max(0, ms)
  if (past < hour) return `${Math.floor(past / minute)}m ago`
  if (past < day) return `${Math.floor(past / hour)}h ago`
  if (past < 2 * day) return 'yesterday'
  return `${Math.floor(past / day)}d ago`
}
