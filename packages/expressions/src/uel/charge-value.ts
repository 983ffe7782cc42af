import { type Allowance, checkDepth } from '../meter.ts'
import { isHostObject } from './host-object.ts'
import { DateTime } from './joda/date-time.ts'
import { isPlainObject } from './plain.ts'
import { JsonNode } from './spin/json-node.ts'

/**
 * Charges the cost of traversing a value to compare, copy or write it: one unit for 16 characters of a text, and one
 * for each item of a list or object.
 *
 * @returns the charged units.
 * @throws OutOfAllowance also for a value that is nested too deeply.
 */
export function chargeValue(value: unknown, allowance: Allowance): number {
  if (typeof value === 'string') return charge(value.length >> 4, allowance)
  return typeof value === 'object' && value !== null ? chargeObject(value, allowance, 1) : 0
}

/** Returns whether a value is so small that `chargeValue` need not be called. */
export function isSmall(value: unknown): boolean {
  return typeof value === 'string' ? value.length < 16 : typeof value !== 'object'
}

function charge(units: number, { meter }: Allowance): number {
  if (units > 0) meter.charge(units)
  return units
}

function chargeObject(value: object, allowance: Allowance, depth: number): number {
  if (value instanceof DateTime) return charge(DATE_UNITS, allowance)
  if (value instanceof Uint8Array) return charge(value.length >> 2, allowance)
  const inside = value instanceof JsonNode ? value.value : value
  if (Array.isArray(inside)) return chargeParts(inside, allowance, depth)
  if (!isPlainObject(inside) || isHostObject(inside)) return 0
  const parts = Object.values(inside)
  return charge(1 + 2 * parts.length, allowance) + chargeParts(parts, allowance, depth)
}

/** A calendar with a zone is asked for its fields. */
const DATE_UNITS = 20

function chargeParts(parts: readonly unknown[], allowance: Allowance, depth: number): number {
  checkDepth(allowance, depth)
  let units = charge(parts.length, allowance)
  for (const part of parts) {
    if (typeof part === 'string') units += charge(part.length >> 4, allowance)
    else if (typeof part === 'object' && part !== null) units += chargeObject(part, allowance, depth + 1)
  }
  return units
}
