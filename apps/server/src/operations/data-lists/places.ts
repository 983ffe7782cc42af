/**
 * Where rows stand: hexadecimal digits behind an unwritten point, compared as texts. Between two there is always
 * another, so that no row has to be moved for one that comes between.
 */
const digits = 8

/**
 * Returns a number of new sort keys between two existing keys, in ascending order. Null means the start or the end of
 * the list.
 */
export function placesBetween(before: string | null, after: string | null, count: number): string[] {
  if (after === null) return placesBehind(before, count)
  let length = Math.max(before?.length ?? 0, after.length, digits)
  const step = () => (numberOf(after, length) - numberOf(before ?? '', length)) / BigInt(count + 1)
  while (step() === 0n) length++
  const [from, by] = [numberOf(before ?? '', length), step()]
  return Array.from({ length: count }, (_, index) => print(from + by * BigInt(index + 1), length))
}

/** Rows behind the last one count on: a list that grows has short places. */
function placesBehind(before: string | null, count: number): string[] {
  const last = before === null ? 0n : numberOf(before.slice(0, digits), digits)
  return Array.from({ length: count }, (_, index) => print(last + BigInt(index + 1), digits))
}

function numberOf(place: string, length: number): bigint {
  return BigInt(`0x${place.padEnd(length, '0') || '0'}`)
}

/** Without zeros at the end, beyond the usual digits: equal places are equal texts. */
function print(value: bigint, length: number): string {
  const text = value.toString(16).padStart(length, '0')
  return text.slice(0, digits) + text.slice(digits).replace(/(?<!0)0+$/, '')
}
