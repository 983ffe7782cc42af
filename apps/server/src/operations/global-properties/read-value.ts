import type { GlobalPropertyType } from '@millrace/contract'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { isDay, readNumber } from '../plain-values.ts'

/** Converts the text of a property's value into JSON text. Refuses values that do not fit the type. */
export function readValue(type: GlobalPropertyType, text: string): { readonly json: string } | Refusal {
  if (/<[\s/]*script\b/i.test(text))
    return invalid('Expected a value without <script>. Remove the script, and save again.')
  const value = readPlain(type, text)
  return value === undefined
    ? invalid(`Expected ${wanted[type]}, but it is “${text.slice(0, 50)}”.`)
    : { json: JSON.stringify(value) }
}

/**
 * Checks that a text can be a secret value: it has only characters that an HTTP header can carry. Returns null if so,
 * otherwise a refusal.
 */
export function refuseSecret(text: string): Refusal | null {
  if (text === '') return invalid('Expected a secret value, but it is empty.')
  return /\p{Cc}/u.test(text) ? invalid('Expected a secret value in one line, without control characters.') : null
}

function readPlain(type: GlobalPropertyType, text: string): unknown {
  const trimmed = text.trim()
  switch (type) {
    case 'text':
      return text.includes('\0') ? undefined : text
    case 'number':
      return readNumber(trimmed)
    case 'boolean':
      return trimmed === 'true' ? true : trimmed === 'false' ? false : undefined
    case 'date':
      return isDay(trimmed) ? trimmed : undefined
    case 'json':
      return readJson(trimmed)
    default:
      return type satisfies never
  }
}

function readJson(text: string): unknown {
  try {
    return text.includes('\\u0000') ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const wanted: Readonly<Record<GlobalPropertyType, string>> = {
  text: 'a text',
  number: 'a number such as 12.5',
  boolean: 'true or false',
  date: 'a day such as 2030-01-31',
  json: 'JSON',
}

function invalid(message: string): Refusal {
  return refuse('global-property.invalid', message, [{ where: 'value', message }])
}
