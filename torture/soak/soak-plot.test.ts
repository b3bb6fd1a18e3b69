import { describe, expect, it } from 'vitest'
import { soakPlot } from './soak-plot.ts'
import type { SoakSample } from './soak-sample.ts'

const samples: readonly SoakSample[] = Array.from({ length: 720 }, (_, i) => ({
  at: i * 10,
  memory: { ann: 100 + (i % 30), ...(i % 100 < 50 ? { editor: 150 } : {}) },
  files: 10 + i,
  bytes: (10 + i) * 100_000,
  indexBytes: i * 10_000,
  trashBytes: i * 1000,
  operations: i * 20,
  kills: i,
  acknowledged: i * 9,
}))

describe('the plot of a soak', () => {
  it('has a curve for each process and each part of the home, and is small', () => {
    const svg = soakPlot(samples)
    expect(svg.match(/<polyline /g)).toHaveLength(5)
    for (const name of ['ann', 'editor', 'home', 'index', 'trash']) expect(svg).toContain(`>${name} `)
    expect(svg.length).toBeLessThan(60_000)
    expect(svg).not.toMatch(/NaN|Infinity/)
  })

  it('keeps labels apart, and draws what there is of a moment', () => {
    const heights = [...soakPlot(samples).matchAll(/<text x="648" y="([\d.]+)"/g)].map(([, y]) => Number(y))
    const panels = [heights.slice(0, 2), heights.slice(2)]
    for (const panel of panels) {
      const sorted = panel.toSorted((a, b) => a - b)
      for (const [i, y] of sorted.entries()) expect(y - (sorted[i - 1] ?? 0)).toBeGreaterThanOrEqual(14)
    }
    expect(soakPlot(samples.slice(0, 1))).not.toMatch(/NaN|Infinity/)
    expect(soakPlot([])).not.toMatch(/NaN|Infinity/)
  })
})
