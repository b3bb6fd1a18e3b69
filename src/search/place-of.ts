/** Where a number stands in an ascending list; −1 when it is not there. */
export function placeOf(list: ArrayLike<number>, wanted: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return list[low] === wanted ? low : -1
}
