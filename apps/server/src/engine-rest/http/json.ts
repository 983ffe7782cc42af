import { parseJson } from '@millrace/engine'
import { invalid } from './rest-refusal.ts'

/** Reads a JSON body without losing digits: whole numbers beyond 2^53 become bigints. Empty text is no body. */
export function readJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return parseJson(text)
  } catch {
    throw invalid('Expected the request body to be JSON, but it cannot be parsed.')
  }
}

/** A number that is written with exactly these digits. */
export function rawNumber(digits: string): unknown {
  return rawJson(digits)
}

// JSON.rawJSON keeps the digits of a number that a double cannot hold; the type library does not know it yet.
const rawJson = (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON

/** Writes an answer; bigints with all their digits. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? rawJson(item.toString()) : item))
}
