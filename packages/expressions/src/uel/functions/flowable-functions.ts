import { toBase64 } from '../../base64.ts'
import { findText } from '../../find-text.ts'
import { type Allowance, checkText } from '../../meter.ts'
import { chargeValue } from '../charge-value.ts'
import { describe, isNumeric, isWhole, toLong } from '../coerce.ts'
import { compare, isSame } from '../compare.ts'
import { type Environment, Fault } from '../environment.ts'
import { DateTime } from '../joda/date-time.ts'
import { presentText } from '../present-text.ts'
import type { FunctionTable } from './function-table.ts'

const unlimited = Number.POSITIVE_INFINITY

/**
 * Flowable's functions on a variable, which need it not to exist. The first argument is the variable's name, which may
 * stand without quotes (see `generateFunction`). Prefixes `variables`, `vars` and `var`.
 */
const variableFunctions: FunctionTable = {
  get: [1, 1, (environment, name) => read(environment, name)],
  getOrDefault: [2, 2, (environment, name, other) => read(environment, name) ?? other],
  getOrDefaultIfNotExist: [
    2,
    2,
    (environment, name, other) => (has(environment, name) ? read(environment, name) : other),
  ],
  exists: [1, 1, (environment, name) => read(environment, name) !== null],
  isEmpty: [1, 1, (environment, name) => isEmpty(read(environment, name))],
  isNotEmpty: [1, 1, (environment, name) => !isEmpty(read(environment, name))],
  equals: [2, 2, (environment, name, other) => equals(readWhole(environment, name), other)],
  notEquals: [2, 2, (environment, name, other) => !equals(readWhole(environment, name), other)],
  lowerThan: [2, 2, (environment, name, other) => order(readWhole(environment, name), other) < 0],
  lowerThanOrEquals: [2, 2, (environment, name, other) => order(readWhole(environment, name), other) <= 0],
  greaterThan: [2, 2, (environment, name, other) => order(readWhole(environment, name), other) > 0],
  greaterThanOrEquals: [2, 2, (environment, name, other) => order(readWhole(environment, name), other) >= 0],
  contains: [
    1,
    unlimited,
    (environment, name, ...items) => containsSome(environment, name, { items, quantity: 'every' }),
  ],
  containsAny: [
    1,
    unlimited,
    (environment, name, ...items) => containsSome(environment, name, { items, quantity: 'some' }),
  ],
  base64: [1, 1, (environment, name) => encodeBase64(readWhole(environment, name), environment.scope.allowance)],
}

/** Other names of the same functions. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  exists: ['exist'],
  isEmpty: ['empty'],
  isNotEmpty: ['notEmpty'],
  equals: ['eq'],
  notEquals: ['ne'],
  lowerThan: ['lessThan', 'lt'],
  lowerThanOrEquals: ['lessThanOrEquals', 'lte'],
  greaterThan: ['gt'],
  greaterThanOrEquals: ['gte'],
}

/** All Flowable functions by full name, such as `vars:get`. */
export const flowableFunctions: FunctionTable = {
  ...Object.fromEntries(
    Object.entries(variableFunctions).flatMap(([name, entry]) => listNames(name).map((full) => [full, entry])),
  ),
  'date:format': [1, 1, ({ timeZone }, value) => formatDate(value, timeZone)],
}

function listNames(name: string): string[] {
  const locals = [name, ...(otherNames[name] ?? [])]
  return ['variables', 'vars', 'var'].flatMap((prefix) => locals.map((local) => `${prefix}:${local}`))
}

function has({ scope }: Environment, name: unknown): boolean {
  return scope.get(presentText(name)) !== undefined
}

function read({ scope }: Environment, name: unknown): unknown {
  if (name === null) throw new Fault('Expected the name of a variable, but got null.')
  return scope.get(presentText(name)) ?? null
}

/** Reads a whole value, which is charged for its size. */
function readWhole(environment: Environment, name: unknown): unknown {
  const value = read(environment, name)
  chargeValue(value, environment.scope.allowance)
  return value
}

/** Maps are never empty to Flowable: only null, texts and lists are. */
function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Numbers are compared as the kind of number that the variable is; nothing else is coerced. */
function equals(value: unknown, other: unknown): boolean {
  if (value === null || other === null) return value === other
  return isSame(value, alike(value, other))
}

function order(value: unknown, other: unknown): number {
  if (value === null || other === null) return Number.NaN
  const compared = alike(value, other)
  if (typeof value === typeof compared || (isNumeric(value) && isNumeric(compared))) return compare(value, compared)
  throw new Fault(`Expected two values that have an order, but compared ${describe(value)} with ${describe(other)}.`)
}

function alike(value: unknown, other: unknown): unknown {
  return isWhole(value) && isNumeric(other) ? toLong(other) : other
}

function containsSome(
  environment: Environment,
  name: unknown,
  { items, quantity }: { items: readonly unknown[]; quantity: 'every' | 'some' },
): boolean {
  const { allowance } = environment.scope
  const value = read(environment, name)
  // It is gone through for each of them.
  for (const _ of items) chargeValue(value, allowance)
  if (typeof value === 'string')
    return items[quantity]((item) => item !== null && findText(value, presentText(item), allowance.meter) !== -1)
  if (!Array.isArray(value)) return false
  return items[quantity]((item) => value.some((own) => isSame(own ?? null, alike(own, item))))
}

function encodeBase64(value: unknown, allowance: Allowance): string | null {
  if (value === null) return null
  if (typeof value !== 'string' && !(value instanceof Uint8Array)) {
    throw new Fault(`Expected bytes or a text to encode, but got ${describe(value)}.`)
  }
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
  // Four characters for three bytes, made one by one.
  checkText(allowance, bytes.length * 2, Math.ceil(bytes.length / 3) * 4)
  return toBase64(bytes)
}

function formatDate(value: unknown, timeZone: string): string {
  if (value === null) throw new Fault('Expected a date to format, but got null.')
  return value instanceof Date ? DateTime.at(value, timeZone).toString() : presentText(value)
}
