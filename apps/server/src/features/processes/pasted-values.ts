import type { SetFilter } from '@millrace/contract'
import { sql } from 'kysely'
import { anyOf, either, type Sql } from '../../platform/list/sql.ts'
import { hasVariableThat } from './variable-condition.ts'

/** Instances with a value that are looked up wherever they are in the list. */
const most = 2_000

/** Values that one variable may have: any of them. */
interface PastedValue {
  readonly name: string
  readonly texts: readonly string[]
  readonly numbers: readonly number[]
}

/** Reads lines such as `orderId=4711`. A number is searched for as a text and as a number. */
export function readPastedValues(filters: readonly SetFilter[]): PastedValue[] {
  const byName = new Map<string, string[]>()
  for (const { name: filter, values } of filters)
    for (const line of filter === 'values' ? values : []) {
      const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(line) ?? []
      byName.set(name.trim(), [...(byName.get(name.trim()) ?? []), value.trim()])
    }
  return [...byName].map(([name, texts]) => ({
    name,
    texts,
    numbers: texts.filter((text) => /^-?\d{1,15}(\.\d{1,6})?$/.test(text)).map(Number),
  }))
}

/** Returns the condition for rows `l` of the listing whose instances have one of the values. */
export function hasPastedValue(workplaceId: string, values: readonly PastedValue[]): Sql {
  return anyOf(values.map((one) => hasVariableThat(workplaceId, one.name, isOne(one))))
}

/** Returns the SQL of running instances with one of the values, up to the number that is looked up. */
export function instancesWithPastedValue(workplaceId: string, values: readonly PastedValue[]): Sql {
  return either(
    values.map(
      (one) =>
        sql`(select v.instance_id from variable v where v.workplace_id = ${workplaceId} and v.scope_id = v.instance_id and v.name = ${one.name}
          and ${isOne(one)} limit ${most})`,
    ),
  )
}

/** Of the value of a variable `v`. Texts beyond what the index has are compared by their beginning. */
function isOne({ texts, numbers }: PastedValue): Sql {
  const keys = texts.map((text) => text.slice(0, 100))
  const isText = sql`v.text_key = any(${keys}::text[])`
  if (numbers.length === 0) return isText
  return sql`(${isText} or v.number = any(${numbers}::float8[]) and v.type in ('Short', 'Integer', 'Long', 'Double', 'Number'))`
}
