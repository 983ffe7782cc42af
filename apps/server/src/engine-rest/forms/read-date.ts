import { readTime } from '../values/time.ts'

const parts: Readonly<Record<string, string>> = {
  yyyy: '(?<year>\\d{4})',
  MM: '(?<month>\\d{1,2})',
  dd: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
}

/** Reads dates by a pattern of Java's such as `dd/MM/yyyy`, and times in ISO 8601 whatever the pattern says. */
export function datePatternReader(pattern: string): (text: string) => Date | null {
  const known = new Set<string>()
  const source = pattern.replace(/yyyy|MM|dd|HH|mm|ss|'([^']*)'|[^\w]/g, (token, literal: string | undefined) => {
    const part = parts[token]
    if (part === undefined) return escapePattern(literal ?? token)
    // A part that comes again is read, and the first one counts.
    const isKnown = known.has(token)
    known.add(token)
    return isKnown ? part.replace(/\?<\w+>/, '?:') : part
  })
  const regex = new RegExp(`^${source}$`)
  return (text) => readByPattern(regex, text) ?? readTime(text)
}

function readByPattern(regex: RegExp, text: string): Date | null {
  const groups = regex.exec(text)?.groups
  if (groups === undefined) return null
  const number = (name: string, fallback: number) => Number(groups[name] ?? fallback)
  const [year, month, day] = [number('year', 1970), number('month', 1), number('day', 1)]
  const date = new Date(Date.UTC(year, month - 1, day, number('hour', 0), number('minute', 0), number('second', 0)))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : null
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}
