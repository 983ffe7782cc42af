import type { TypedValue, Variable } from '@millrace/engine'
import { readTime } from '../save/tables.ts'

/** The size in bytes above which the value of a variable is not loaded with its instance, but at its first use. */
export const largeValue = 8192

/**
 * The columns of a variable that `readVariable` expects: long values are null, followed by their size in bytes, which
 * PostgreSQL knows without reading the value.
 */
export const variableJson = `json_build_array(id, instance_id, scope_id, name, type,
  case when coalesce(octet_length(value), 0) <= ${largeValue} and bytes is null then value end,
  case when octet_length(value) > ${largeValue} or bytes is not null then coalesce(octet_length(value), octet_length(bytes)) end, info, revision, created_at)`

export function readVariable(values: readonly unknown[]): Variable {
  const [id, instanceId, scopeId, name, type, value, leftOut, info, revision, createdAt] = values as [
    string,
    string,
    string,
    string,
    string,
    string | null,
    number | null,
    Record<string, unknown> | null,
    number,
    string,
  ]
  const row = { id, instanceId, scopeId, name, revision, createdAt: readTime(createdAt) }
  return leftOut === null
    ? { ...row, value: { type, value: readValue(type, value), info } }
    : { ...row, value: null, leftOut }
}

/** Parses the text of a column into a value of the variable's type. */
export function readValue(type: string, text: string | null): TypedValue['value'] {
  if (text === null) return null
  switch (type) {
    case 'Boolean':
      return text === 'true'
    case 'Integer':
    case 'Short':
    case 'Double':
      return Number(text)
    case 'Long': {
      const number = Number(text)
      return Number.isSafeInteger(number) ? number : BigInt(text)
    }
    default:
      return text
  }
}
