import type { FormField } from '@millrace/bpmn'
import type { TypedValue } from '@millrace/engine'
import { defaultDatePattern } from '@millrace/forms'
import { readDate } from './read-date.ts'

type Converted =
  | { readonly ok: true; readonly value: TypedValue | null }
  | { readonly ok: false; readonly message: string }

/** Converts a submitted value to the type of its field. A missing value becomes null. */
export function convertToField(field: FormField, typed: TypedValue | undefined): Converted {
  if (typed === undefined) return { ok: true, value: null }
  const { value } = typed
  switch (field.type) {
    case 'string':
      return kept('String', value === null ? null : String(value))
    case 'enum':
      return value === null || field.options.some(({ id }) => id === String(value))
        ? kept('String', value === null ? null : String(value))
        : refused(`Invalid value for enum form property: ${String(value).slice(0, 100)}`)
    case 'long':
      return convertNumber(field, 'Long', value, /^[+-]?\d+$/)
    case 'double':
      return convertNumber(field, 'Double', value, /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/)
    case 'boolean':
      return convertBoolean(field, value)
    case 'date':
      return convertDate(field, typed)
    default:
      return { ok: true, value: typed }
  }
}

function convertNumber(field: FormField, type: string, value: TypedValue['value'], pattern: RegExp): Converted {
  if (value === null || value === '') return kept(type, null)
  const text = String(value).trim()
  if (text.length > longestNumber || !pattern.test(text))
    return refused(`Expected ${field.id} to be a number, but it is ${quote(value)}.`)
  const number = Number(text)
  return kept(type, type === 'Long' && !Number.isSafeInteger(number) ? BigInt(text) : number)
}

/** Characters: what is longer has more digits than any number that a process can keep. */
const longestNumber = 1_000

/** A value as it is in a sentence, which nobody reads to its end when it is very long. */
function quote(value: TypedValue['value']): string {
  const text = String(value)
  return `“${text.length > 100 ? `${text.slice(0, 100)}…` : text}”`
}

function convertBoolean(field: FormField, value: TypedValue['value']): Converted {
  if (value === null || value === '') return kept('Boolean', null)
  const word = String(value).toLowerCase()
  return word === 'true' || word === 'false'
    ? kept('Boolean', word === 'true')
    : refused(`Expected ${field.id} to be true or false, but it is ${quote(value)}.`)
}

function convertDate(field: FormField, typed: TypedValue): Converted {
  const { type, value } = typed
  if (value === null || value === '' || type === 'Date') return kept('Date', value === '' ? null : value)
  const date = readDate(String(value), field.datePattern ?? defaultDatePattern)
  return date === null
    ? refused(
        `Expected ${field.id} to be a date such as ${field.datePattern ?? defaultDatePattern}, but it is ${quote(value)}.`,
      )
    : kept('Date', date.toISOString())
}

function kept(type: string, value: TypedValue['value']): Converted {
  return { ok: true, value: { type, value, info: null } }
}

function refused(message: string): Converted {
  return { ok: false, message }
}
