/**
 * Writes a date in a pattern of `java.text.SimpleDateFormat` such as `dd/MM/yyyy`, in UTC. Letters without a meaning
 * are copied.
 */
export function writeDate(date: Date, pattern: string): string {
  return pattern.replaceAll(/'((?:[^']|'')*)'|y+|M+|d+|H+|m+|s+|S+/g, (part: string, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted === '' ? "'" : quoted.replaceAll("''", "'")
    return writePart(date, part)
  })
}

function writePart(date: Date, part: string): string {
  const number = part[0] === undefined ? undefined : parts[part[0]]?.(date)
  if (number === undefined) return part
  if (part[0] === 'y' && part.length === 2) return String(number % 100).padStart(2, '0')
  return String(number).padStart(part.length, '0')
}

const parts: Readonly<Record<string, (date: Date) => number>> = {
  y: (date) => date.getUTCFullYear(),
  M: (date) => date.getUTCMonth() + 1,
  d: (date) => date.getUTCDate(),
  H: (date) => date.getUTCHours(),
  m: (date) => date.getUTCMinutes(),
  s: (date) => date.getUTCSeconds(),
  S: (date) => date.getUTCMilliseconds(),
}
