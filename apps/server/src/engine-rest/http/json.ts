import { parseJson } from '@millrace/engine'
import { presentTime } from '../values/time.ts'
import { invalid } from './rest-refusal.ts'

/** Reads a JSON body without losing digits: whole numbers beyond 2^53 become bigints. An empty text means no body. */
export function readJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return parseJson(text)
  } catch {
    throw invalid('Expected the request body to be JSON, but it cannot be parsed.')
  }
}

/** Returns a value that the answer writes as a number with exactly these digits. */
export function rawNumber(digits: string): unknown {
  return rawJson(digits)
}

// JSON.rawJSON keeps the digits of a number that a double cannot hold; the type library does not know it yet.
const rawJson = (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON

/** Writes an answer: times in Camunda's format, bigints with all their digits. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, replace)
}

/** `this` has the value before its `toJSON`. */
function replace(this: Record<string, unknown>, key: string, item: unknown): unknown {
  if (typeof item === 'bigint') return rawJson(item.toString())
  const original = this[key]
  return original instanceof Date ? presentTime(original) : item
}
