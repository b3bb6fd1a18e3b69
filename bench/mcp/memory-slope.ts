/** MB for each call: the slope of the line that fits the points best (least squares). */
export function memorySlope(points: readonly { readonly calls: number; readonly mb: number }[]): number {
  const mean = (of: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [calls, mb] = [mean((point) => point.calls), mean((point) => point.mb)]
  const above = points.reduce((sum, point) => sum + (point.calls - calls) * (point.mb - mb), 0)
  const below = points.reduce((sum, point) => sum + (point.calls - calls) ** 2, 0)
  return below === 0 ? 0 : above / below
}
