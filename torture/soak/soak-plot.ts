import type { SoakSample } from './soak-sample.ts'

const width = 760
const panelHeight = 230
const margin = { left: 60, right: 120, top: 34, bottom: 34 }
const colours = ['#1b6ca8', '#c0392b', '#7d8b1e', '#8e44ad', '#d68910', '#148f77']
/** Points of a line, at most. */
const mostPoints = 180

interface Line {
  readonly name: string
  readonly points: readonly (readonly [minutes: number, value: number])[]
}

/** Memory of each process that stays, and bytes of the home, against the minutes of a soak, as SVG. */
export function soakPlot(samples: readonly SoakSample[]): string {
  const kept = thinned(samples)
  const names = [...new Set(samples.flatMap(({ memory }) => Object.keys(memory)))].sort()
  const memory = names.map((name) => ({
    name,
    points: kept.flatMap(({ at, memory: { [name]: value } }) =>
      value === undefined ? [] : [[at / 60, value] as const],
    ),
  }))
  const size = (name: string, of: (sample: SoakSample) => number): Line => ({
    name,
    points: kept.map((sample) => [sample.at / 60, of(sample) / 2 ** 20] as const),
  })
  const disk = [
    size('home', ({ bytes }) => bytes),
    size('index', ({ indexBytes }) => indexBytes),
    size('trash', ({ trashBytes }) => trashBytes),
  ]
  const minutes = Math.max(1, (samples.at(-1)?.at ?? 0) / 60)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${panelHeight * 2}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${panelHeight * 2}" fill="white"/>`,
    ...panel('Memory of each process that stays, MB, by minutes', memory, minutes, 0),
    ...panel('The home on the disk, MB, by minutes', disk, minutes, panelHeight),
    '</svg>',
    '',
  ].join('\n')
}

function thinned(samples: readonly SoakSample[]): readonly SoakSample[] {
  const step = Math.ceil(samples.length / mostPoints)
  return samples.filter((_, i) => i % step === 0 || i === samples.length - 1)
}

function panel(title: string, lines: readonly Line[], minutes: number, top: number): string[] {
  const most = Math.max(1, ...lines.flatMap(({ points }) => points.map(([, value]) => value)))
  const bottom = top + panelHeight - margin.bottom
  const x = (at: number): number => round(margin.left + (at / minutes) * (width - margin.left - margin.right))
  const y = (value: number): number =>
    round(bottom - (value / most) * (panelHeight - margin.top - margin.bottom))
  const rows = ticks(most).map(
    (value) =>
      `<line x1="${margin.left}" x2="${width - margin.right}" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/>` +
      `<text x="${margin.left - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  )
  const columns = ticks(minutes).map(
    (at) => `<text x="${x(at)}" y="${bottom + 18}" text-anchor="middle">${at}</text>`,
  )
  const labels = apart(lines.map(({ points }) => y(points.at(-1)?.[1] ?? 0)))
  const curves = lines.flatMap(({ name, points }, i) => {
    const colour = colours[i % colours.length]
    const path = points.map(([at, value]) => `${x(at)},${y(value)}`).join(' ')
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.3"/>`,
      `<text x="${width - margin.right + 8}" y="${(labels[i] ?? 0) + 4}" fill="${colour}">${name} ${points.at(-1)?.[1].toFixed(0) ?? ''}</text>`,
    ]
  })
  return [`<text x="${margin.left}" y="${top + 20}">${title}</text>`, ...rows, ...columns, ...curves]
}

/** Heights of labels, moved so that none covers another. */
function apart(heights: readonly number[]): number[] {
  const placed = heights.slice()
  const order = heights.map((_, i) => i).sort((a, b) => (heights[b] ?? 0) - (heights[a] ?? 0))
  let last = Number.POSITIVE_INFINITY
  for (const i of order) {
    last = Math.min(placed[i] ?? 0, last - 14)
    placed[i] = last
  }
  return placed
}

/** About four round numbers up to a value, 0 with them. */
function ticks(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(most / 4))
  const step = ([1, 2, 5].find((factor) => factor * power * 5 >= most) ?? 10) * power
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => round(i * step))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
