interface Range {
  readonly from: number
  readonly to: number
  readonly names?: ReadonlyMap<string, number>
}

/**
 * Reads one field of a cron pattern: `*`, `?`, values, ranges, which may go over the end (`22-2`), and steps, in a list.
 *
 * @param field in capitals
 * @returns the values in order, each once; null when the field cannot be read
 */
export function readValues(field: string, range: Range): readonly number[] | null {
  const values = new Set<number>()
  for (const part of field.split(',')) {
    const read = readPart(part, range)
    if (read === null) return null
    for (const value of read) values.add(value)
  }
  return [...values].toSorted((left, right) => left - right)
}

const shape = /^(?:(\*|\?)|(\w+)(?:-(\w+))?)?(?:\/(\d{1,4}))?$/

function readPart(part: string, range: Range): number[] | null {
  const match = part === '' ? null : shape.exec(part)
  if (match === null) return null
  const [, any, first, last, stepText] = match
  const step = stepText === undefined ? 1 : Number(stepText)
  if (step < 1) return null
  // `/15` begins at the first value, `5/15` goes on to the last one.
  if (any !== undefined || first === undefined) return spread(range.from, range.to, step, range)
  const from = readValue(first, range)
  const to = last === undefined ? (stepText === undefined ? from : range.to) : readValue(last, range)
  return from === null || to === null ? null : spread(from, to, step, range)
}

function readValue(text: string, { from, to, names }: Range): number | null {
  const value = names?.get(text) ?? (/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN)
  return value >= from && value <= to ? value : null
}

/** A range that goes over the end keeps its step there. */
function spread(from: number, to: number, step: number, range: Range): number[] {
  const size = range.to - range.from + 1
  const length = (to - from + size) % size
  const count = Math.floor(length / step) + 1
  return Array.from({ length: count }, (_, index) => range.from + ((from - range.from + index * step) % size))
}
