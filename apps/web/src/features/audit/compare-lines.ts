export interface Line {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** A block of unchanged lines that is left out. */
export interface Skipped {
  readonly kind: 'skipped'
  readonly count: number
}

/** Cells of the table by which the longest common part is found: 4 MB, some 20 ms. */
const most = 1_000_000

/** Unchanged lines that are shown around a change. */
const around = 3

/**
 * Compares two texts line by line, removed lines before added ones. Null when the changed parts are too long to be
 * compared.
 */
export function compareLines(before: string, after: string): readonly Line[] | null {
  const [was, is] = [splitLines(before), splitLines(after)]
  let start = 0
  while (start < was.length && start < is.length && was[start] === is[start]) start += 1
  let end = 0
  while (end < was.length - start && end < is.length - start && was.at(-1 - end) === is.at(-1 - end)) end += 1
  const middle = compareMiddle(was.slice(start, was.length - end), is.slice(start, is.length - end))
  if (middle === null) return null
  const same = (text: string): Line => ({ kind: 'same', text })
  return [...was.slice(0, start).map(same), ...middle, ...was.slice(was.length - end).map(same)]
}

/** Replaces unchanged lines that are far from a change by a block. */
export function foldLines(lines: readonly Line[]): readonly (Line | Skipped)[] {
  const isNear = lines.map(() => false)
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same') isNear.fill(true, Math.max(0, index - around), index + around + 1)
  const folded: (Line | Skipped)[] = []
  let count = 0
  const flush = () => {
    if (count > 0) folded.push({ kind: 'skipped', count })
    count = 0
  }
  for (const [index, line] of lines.entries()) {
    if (!isNear[index]) count += 1
    else {
      flush()
      folded.push(line)
    }
  }
  flush()
  return folded
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.split(/\r?\n/)
}

/** By the longest common subsequence. */
function compareMiddle(was: readonly string[], is: readonly string[]): Line[] | null {
  const width = is.length + 1
  if ((was.length + 1) * width > most) return null
  const lengths = new Uint32Array((was.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = was.length - 1; row >= 0; row -= 1)
    for (let column = is.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        was[row] === is[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const lines: Line[] = []
  let [row, column] = [0, 0]
  while (row < was.length || column < is.length) {
    const [gone, fresh] = [was[row], is[column]]
    if (gone !== undefined && gone === fresh) {
      lines.push({ kind: 'same', text: gone })
      row += 1
      column += 1
    } else if (gone !== undefined && (fresh === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ kind: 'removed', text: gone })
      row += 1
    } else {
      lines.push({ kind: 'added', text: fresh ?? '' })
      column += 1
    }
  }
  return lines
}
