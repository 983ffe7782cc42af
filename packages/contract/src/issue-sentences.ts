import type { z } from 'zod'

/**
 * Describes in a plain sentence what a value should be and what was found, for zod issues without a message of their
 * own. Server and browser install it by `z.config({ customError: describeIssue })`.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  return sentences[issue.code as keyof typeof sentences]?.(issue) ?? 'Expected another value.'
}

type Issue = z.core.$ZodRawIssue

const sentences = {
  invalid_type: ({ expected, input }) =>
    input === undefined
      ? 'Expected a value, but there is none.'
      : `Expected ${nameType(String(expected))}, but it is ${nameType(typeOf(input))}.`,
  too_small: ({ origin, minimum, inclusive }) => {
    const least = Number(minimum) + (inclusive === false && origin !== 'number' ? 1 : 0)
    if (isSized(origin) && least === 1) return 'Expected a value, but it is empty.'
    return `Expected ${inclusive === false && origin === 'number' ? 'more than' : 'at least'} ${least}${unit(origin, least)}.`
  },
  too_big: ({ origin, maximum, inclusive }) => {
    const most = Number(maximum) - (inclusive === false && origin !== 'number' ? 1 : 0)
    return `Expected ${inclusive === false && origin === 'number' ? 'less than' : 'at most'} ${most}${unit(origin, most)}.`
  },
  invalid_format: ({ format }) => `Expected ${formats[String(format)] ?? 'another form'}.`,
  not_multiple_of: ({ divisor }) => `Expected a multiple of ${String(divisor)}.`,
  unrecognized_keys: ({ keys }) => `Expected only known fields, but there is ${(keys as string[]).join(', ')}.`,
  invalid_value: ({ values }) =>
    `Expected ${(values as unknown[])
      .map(String)
      .join(', ')
      .replace(/, ([^,]*)$/, ' or $1')}.`,
  invalid_union: () => 'Expected another kind of value.',
  invalid_key: () => 'Expected another name for a field.',
  invalid_element: () => 'Expected another element.',
} satisfies Partial<Record<string, (issue: Issue) => string>>

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  date: 'a date',
  null: 'nothing',
  nan: 'not a number',
}

const formats: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'an address (URL)',
  uuid: 'an id',
  datetime: 'a date and time like 2030-01-31T09:00:00Z',
  date: 'a date like 2030-01-31',
  time: 'a time like 09:00:00',
  duration: 'a duration like PT1H',
  json_string: 'JSON',
  base64: 'base64',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
}

function nameType(type: string): string {
  return typeNames[type] ?? type
}

function typeOf(input: unknown): string {
  if (input === null) return 'null'
  if (Array.isArray(input)) return 'array'
  return Number.isNaN(input) ? 'nan' : typeof input
}

function isSized(origin: unknown): boolean {
  return origin === 'string' || origin === 'array' || origin === 'set' || origin === 'map' || origin === 'file'
}

function unit(origin: unknown, count: number): string {
  if (origin === 'string') return count === 1 ? ' character' : ' characters'
  if (origin === 'file') return ' bytes'
  return isSized(origin) ? (count === 1 ? ' entry' : ' entries') : ''
}
