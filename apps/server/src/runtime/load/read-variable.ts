import type { TypedValue, Variable } from '@millrace/engine'
import { readTime } from '../save/tables.ts'

/** Values longer than this are left out when an instance is loaded and fetched when something reads them. */
export const largeValue = 8192

/** Columns of a variable as `readVariable` expects them: the value is null, and `isLarge` true, when it is long. */
export const variableJson = `json_build_array(id, instance_id, scope_id, name, type,
  case when coalesce(length(value), 0) <= ${largeValue} and bytes is null then value end,
  coalesce(length(value), 0) > ${largeValue} or bytes is not null, info, revision, created_at)`

export function readVariable(values: readonly unknown[]): Variable {
  const [id, instanceId, scopeId, name, type, value, isLarge, info, revision, createdAt] = values as [
    string,
    string,
    string,
    string,
    string,
    string | null,
    boolean,
    Record<string, unknown> | null,
    number,
    string,
  ]
  const typed = isLarge ? null : { type, value: readValue(type, value), info }
  return { id, instanceId, scopeId, name, value: typed, revision, createdAt: readTime(createdAt) }
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
