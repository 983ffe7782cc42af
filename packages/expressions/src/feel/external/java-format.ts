import { type Allowance, checkText } from '../../meter.ts'
import { isCharacter, type JavaValue } from './java-types.ts'

const SPECIFIER = /%(?:(\d+)\$)?([-#+ 0,(]*)([1-9]\d*)?(?:\.(\d+))?([a-zA-Z%])/g

/**
 * Formats like Java's `String.format`, for the conversions s, S, d, f, e, x, o, c, b, n and %. Null where Java would
 * throw.
 */
export function formatJava(
  allowance: Allowance,
  format: string | null,
  args: readonly JavaValue[] | JavaValue,
): string | null {
  if (format === null || !Array.isArray(args)) return null
  let next = 0
  let length = format.length
  let isGood = !format.replaceAll(SPECIFIER, '').includes('%')
  const text = format.replace(SPECIFIER, (_, place, flags: string, width, precision, conversion: string) => {
    if (conversion === 'n') return '\n'
    if (conversion === '%') return '%'
    const index = place ? Number(place) - 1 : next++
    const part = index < args.length ? convert(args[index] ?? null, conversion, { flags, precision, allowance }) : null
    if (part === null) isGood = false
    const padded = pad(part ?? '', flags, Math.min(Number(width ?? 0), MAX_WIDTH))
    length += padded.length
    checkText(allowance, 16 + padded.length, length)
    return padded
  })
  return isGood ? text : null
}

const MAX_WIDTH = 1000

function convert(
  value: JavaValue,
  conversion: string,
  { flags, precision, allowance }: { flags: string; precision: string | undefined; allowance: Allowance },
): string | null {
  switch (conversion) {
    case 's':
    case 'S': {
      const text = present(value, allowance).slice(0, precision === undefined ? undefined : Number(precision))
      return conversion === 'S' ? text.toUpperCase() : text
    }
    case 'b':
      return String(typeof value === 'boolean' ? value : value !== null)
    case 'c':
      return typeof value === 'string' && isCharacter(value) ? value : null
    case 'd':
      return typeof value === 'number' && Number.isInteger(value)
        ? sign(value, group(String(Math.abs(value)), flags), flags)
        : null
    case 'x':
    case 'o':
      return typeof value === 'number' && Number.isInteger(value) ? value.toString(conversion === 'x' ? 16 : 8) : null
    case 'f':
      return typeof value === 'number'
        ? sign(value, group(Math.abs(value).toFixed(clamp(precision)), flags), flags)
        : null
    case 'e':
      return typeof value === 'number' ? sign(value, exponential(Math.abs(value), clamp(precision)), flags) : null
    default:
      return null
  }
}

function clamp(precision: string | undefined): number {
  return Math.min(Number(precision ?? 6), 100)
}

function present(value: JavaValue, allowance: Allowance): string {
  if (!Array.isArray(value)) return String(value)
  allowance.meter.charge(value.length)
  const text = `[${value.map((item) => present(item, allowance)).join(', ')}]`
  checkText(allowance, text.length)
  return text
}

/** Java writes at least two digits of exponent. */
function exponential(value: number, precision: number): string {
  return value.toExponential(precision).replace(/e([+-])(\d)$/, 'e$10$2')
}

function group(digits: string, flags: string): string {
  if (!flags.includes(',')) return digits
  const [whole = '', fraction] = digits.split('.')
  const head = whole.length % 3
  const grouped = [whole.slice(0, head), ...(whole.slice(head).match(/.{3}/g) ?? [])].filter(Boolean).join(',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

function sign(value: number, digits: string, flags: string): string {
  if (value < 0) return flags.includes('(') ? `(${digits})` : `-${digits}`
  return flags.includes('+') ? `+${digits}` : flags.includes(' ') ? ` ${digits}` : digits
}

function pad(text: string, flags: string, width: number): string {
  if (flags.includes('-')) return text.padEnd(width)
  if (!flags.includes('0')) return text.padStart(width)
  const [, head = '', rest = ''] = /^([-+ ]?)(.*)$/s.exec(text) ?? []
  return head + rest.padStart(width - head.length, '0')
}
