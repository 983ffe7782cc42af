/** Line and column in a text, both from 1. */
export interface Location {
  readonly line: number
  readonly column: number
}

/** Returns a function that finds line and column of an offset. Lines are counted once, so that many calls are cheap. */
export function createLocator(text: string): (offset: number) => Location {
  const starts = [0]
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}
