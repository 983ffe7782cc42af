import type { TypedValue, Variable } from '@millrace/engine'
import { readTime } from '../save/tables.ts'

/** Values of more bytes than this are left out when an instance is loaded and fetched when something reads them. */
export const largeValue = 8192

/**
 * Columns of a variable as `readVariable` expects them: the value is null when it is long, and its size follows. Sizes are
 * those of bytes, which PostgreSQL knows without reading a long value.
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

/** From the text of the column to the value of the type. */
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
