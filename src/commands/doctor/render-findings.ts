import { displayWidth, padToWidth } from '../../text/display-width.ts'
import { sanitiseLine } from '../../text/sanitise.ts'
import type { BaseContext, CommandResult, JsonObject } from '../command.ts'
import type { Finding } from './finding.ts'

/** Places that are shown of one finding. */
const mostShown = 5
/** And that a program gets. */
const mostListed = 1000

/**
 * What was found, worst last, so that it stands at the end of what was printed. The process ends with 0, with 1 for
 * warnings, with 2 for errors.
 *
 * @param fixes what became of what could be fixed, by its check
 */
export function renderFindings(
  found: readonly Finding[],
  context: BaseContext,
  fixes: ReadonlyMap<Finding['check'], string>,
): CommandResult {
  const { doctor } = context.text
  const errors = found.filter(({ severity }) => severity === 'error').length
  const warnings = found.filter(({ severity }) => severity === 'warning').length
  const fixable = found.filter(({ fix }) => fix !== undefined).length
  const order = ['ok', 'info', 'warning', 'error'] as const
  const sorted = order.flatMap((severity) => found.filter((finding) => finding.severity === severity))
  const notes = [...fixes].map(
    ([check, outcome]) => `${doctor.checks[check].title}: ${sanitiseLine(outcome)}`,
  )
  return {
    text: [
      ...sorted.flatMap((finding) => lines(finding, context)),
      '',
      doctor.summary(errors, warnings),
    ].join('\n'),
    json: {
      errors,
      warnings,
      findings: sorted.map((finding) => findingJson(finding, context, fixes)),
    },
    notes: [...notes, ...(fixable > 0 && fixes.size === 0 ? [doctor.fixHint(fixable)] : [])],
    exitCode: errors > 0 ? 2 : warnings > 0 ? 1 : 0,
  }
}

function lines(finding: Finding, { text, style }: BaseContext): string[] {
  const { doctor } = text
  const { check, severity, measured, expected, places = [] } = finding
  const { title, cause, remedy } = doctor.checks[check]
  const widest = Math.max(...Object.values(doctor.severities).map(displayWidth))
  const head = `${padToWidth(doctor.severities[severity], widest)}  ${title}`
  const shown = sanitiseLine(measured)
  if (severity === 'ok') return [`${head}: ${shown}${check === 'retention' ? ` (${expected})` : ''}`]
  const rows = places.slice(0, mostShown).map(({ path, measured: is, expected: should }) => {
    const what = [is, ...(should === '' ? [] : [`→ ${should}`])].filter((part) => part !== '').join(' ')
    return `      ${sanitiseLine(`${path}${what === '' ? '' : `  ${what}`}`)}`
  })
  const more = places.length - rows.length
  const row = (label: string, value: string): string[] =>
    value === '' ? [] : [`    ${label}: ${sanitiseLine(value)}`]
  return [
    style.strong(`${head}: ${cause}`),
    ...row(doctor.measured, measured),
    ...rows,
    ...(more > 0 ? [`      ${doctor.more(more)}`] : []),
    ...row(doctor.expected, expected),
    ...row(doctor.remedy, finding.remedy ?? remedy),
  ]
}

function findingJson(
  { check, severity, measured, expected, places = [], remedy, fix }: Finding,
  { text }: BaseContext,
  fixes: ReadonlyMap<Finding['check'], string>,
): JsonObject {
  const own = text.doctor.checks[check]
  const isFine = severity === 'ok'
  return {
    check,
    severity,
    cause: isFine ? null : own.cause,
    measured,
    expected: expected === '' ? null : expected,
    remedy: isFine ? null : (remedy ?? own.remedy),
    places: places.slice(0, mostListed).map(({ path, measured: is, expected: should }) => ({
      path,
      measured: is === '' ? null : is,
      expected: should === '' ? null : should,
    })),
    fixable: fix !== undefined,
    fixed: fixes.get(check) === undefined ? null : fixes.get(check) === text.doctor.fixed,
  }
}
