import type { EntryContext } from '../fields/field-definition.ts'
import type { NamedVariable, TypedVariable } from '../fields/field-value.ts'
import { isWithin } from '../fields/number.ts'
import { isBlank } from './blank.ts'
import { printDayLike } from './day-text.ts'
import { dayOfInstant, readIsoInstant } from './instant.ts'

/**
 * Returns a changed variable in the type that it had before, where that type can hold the new value. A whole number
 * that is too large gets the next wider type, a fraction in a whole type a `Double`. A `String` holds every simple
 * value as text. A variable without a value says nothing about its type, and neither does a blank text.
 */
export function keepType(
  written: NamedVariable,
  before: TypedVariable | undefined,
  { dayZone = 'UTC' }: EntryContext,
): NamedVariable {
  if (before === undefined || before.type === written.type || saysNothing(before)) return written
  const { name, value } = written
  if (value === null) return Object.hasOwn(fits, before.type) ? { name, type: before.type, value } : written
  const kept = Object.hasOwn(fits, before.type) ? fits[before.type]?.({ before, written, value, dayZone }) : undefined
  return kept === undefined ? written : { name, ...kept }
}

interface Change {
  readonly before: TypedVariable
  readonly written: TypedVariable
  readonly value: string | number | bigint | boolean
  readonly dayZone: string
}

type Fit = (change: Change) => TypedVariable | undefined

const fits: Readonly<Record<string, Fit>> = {
  Short: fitNumber(['Short', 'Integer', 'Long', 'Double']),
  Integer: fitNumber(['Integer', 'Long', 'Double']),
  Long: fitNumber(['Long', 'Double']),
  Double: fitNumber(['Double', 'Long']),
  Boolean: ({ value }) =>
    value === 'true' || value === 'false' ? { type: 'Boolean', value: value === 'true' } : undefined,
  Date: ({ value }) => (readIsoInstant(String(value)) === value ? { type: 'Date', value } : undefined),
  Json: ({ value, written }) =>
    written.type === 'String' && isJson(String(value)) ? { type: 'Json', value } : undefined,
  String: fitText,
}

function fitNumber(types: readonly string[]): Fit {
  return ({ value }) => {
    const number = typeof value === 'string' ? readPlainNumber(value) : typeof value === 'boolean' ? undefined : value
    if (number === undefined) return undefined
    const type = types.find((one) => (one === 'Double' ? isDouble(number) : isWithin(one, number)))
    return type === undefined ? undefined : { type, value: type === 'Double' ? Number(number) : number }
  }
}

function fitText({ before, written, value, dayZone }: Change): TypedVariable | undefined {
  const text = String(before.value)
  if (written.type === 'Json') return /^\s*[[{]/.test(text) && isJson(text) ? { type: 'String', value } : undefined
  if (written.type !== 'Date') return { type: 'String', value: String(value) }
  const day = printDayLike(text, dayOfInstant(String(value), dayZone))
  return { type: 'String', value: day ?? String(value) }
}

/** Returns a changed member of a row or group as the JSON type that it had before, by the rules of `keepType`. */
export function keepKind(after: unknown, before: unknown): unknown {
  if (typeof before === 'string' && !isBlank(before))
    return typeof after === 'number' || typeof after === 'boolean' ? String(after) : after
  if (typeof after !== 'string') return after
  if (typeof before === 'boolean' && (after === 'true' || after === 'false')) return after === 'true'
  const number = typeof before === 'number' ? readPlainNumber(after) : undefined
  return typeof number === 'number' ? number : after
}

function saysNothing({ type, value }: TypedVariable): boolean {
  if (value === null) return type === 'String' || type === 'Null'
  return typeof value === 'string' && isBlank(value)
}

/** Only text that printing the number would give: `007` is a text. */
function readPlainNumber(text: string): number | bigint | undefined {
  if (!/^-?\d{1,30}(\.\d{1,30})?$/.test(text)) return undefined
  if (String(Number(text)) === text) return Number(text)
  return !text.includes('.') && BigInt(text).toString() === text ? BigInt(text) : undefined
}

function isDouble(number: number | bigint): boolean {
  return typeof number === 'number' || BigInt(Number(number)) === number
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
