import type { Read } from '../values/day.ts'
import { findJsonValue } from '../values/json-variable.ts'
import type { TypedVariable } from './field-value.ts'

/** More than any field takes. */
const maxTexts = 2_000

/** Reads a list of texts without duplicates. An empty list counts as no value. */
export function readTextList(input: unknown): Read<readonly string[] | null> {
  if (input === null || input === undefined || input === '') return { ok: true, value: null }
  if (!Array.isArray(input) || input.length > maxTexts) return invalid
  const texts = (input as unknown[]).filter((one) => typeof one === 'string')
  if (texts.length !== input.length || new Set(texts).size !== texts.length) return invalid
  return { ok: true, value: texts.length === 0 ? null : texts }
}

const invalid: Read<never> = { ok: false, fault: { code: 'choice.invalid' } }

/** Returns the list in a JSON variable; a single text becomes a list of one. */
export function textListOfVariable(variable: TypedVariable): unknown {
  const value = findJsonValue(variable)
  return typeof value === 'string' && value !== '' ? [value] : value
}
