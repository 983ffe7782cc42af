import type { FormField } from '@millrace/bpmn'
import type { TypedValue } from '@millrace/engine'
import { defaultDatePattern } from '@millrace/forms'
import { readDate } from './read-date.ts'

type Converted =
  | { readonly ok: true; readonly value: TypedValue | null }
  | { readonly ok: false; readonly message: string }

/** A submitted value with the type of its field. Nothing stays nothing. */
export function convertToField(field: FormField, typed: TypedValue | undefined): Converted {
  if (typed === undefined) return { ok: true, value: null }
  const { value } = typed
  switch (field.type) {
    case 'string':
      return kept('String', value === null ? null : String(value))
    case 'enum':
      return value === null || field.options.some(({ id }) => id === String(value))
        ? kept('String', value === null ? null : String(value))
        : refused(`Invalid value for enum form property: ${String(value)}`)
    case 'long':
      return convertNumber(field, 'Long', value, /^[+-]?\d+$/)
    case 'double':
      return convertNumber(field, 'Double', value, /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/)
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
  if (!pattern.test(String(value).trim()))
    return refused(`Expected ${field.id} to be a number, but it is “${String(value)}”.`)
  const number = Number(value)
  return kept(type, type === 'Long' && !Number.isSafeInteger(number) ? BigInt(String(value)) : number)
}

function convertBoolean(field: FormField, value: TypedValue['value']): Converted {
  if (value === null || value === '') return kept('Boolean', null)
  const word = String(value).toLowerCase()
  return word === 'true' || word === 'false'
    ? kept('Boolean', word === 'true')
    : refused(`Expected ${field.id} to be true or false, but it is “${String(value)}”.`)
}

function convertDate(field: FormField, typed: TypedValue): Converted {
  const { type, value } = typed
  if (value === null || value === '' || type === 'Date') return kept('Date', value === '' ? null : value)
  const date = readDate(String(value), field.datePattern ?? defaultDatePattern)
  return date === null
    ? refused(
        `Expected ${field.id} to be a date such as ${field.datePattern ?? defaultDatePattern}, but it is “${String(value)}”.`,
      )
    : kept('Date', date.toISOString())
}

function kept(type: string, value: TypedValue['value']): Converted {
  return { ok: true, value: { type, value, info: null } }
}

function refused(message: string): Converted {
  return { ok: false, message }
}
