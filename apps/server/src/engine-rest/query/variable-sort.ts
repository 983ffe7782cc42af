import { sql } from 'kysely'
import { invalid } from '../http/rest-refusal.ts'
import type { Sql } from './filters.ts'

const columns: Readonly<Record<string, Sql>> = {
  String: sql`v.value collate "C"`,
  Integer: sql`v.number`,
  Short: sql`v.number`,
  Long: sql`v.number`,
  Double: sql`v.number`,
  Date: sql`v.number`,
  Boolean: sql`v.number`,
}

/** Sorts by the value of a variable; `parameters` of the sorting name it and its type. */
export function variableSort(scope: Sql, workplace: Sql): (parameters: Readonly<Record<string, unknown>>) => Sql {
  return ({ variable, type }) => {
    const column = typeof type === 'string' && Object.hasOwn(columns, type) ? columns[type] : undefined
    if (typeof variable !== 'string' || column === undefined)
      throw invalid(
        'Expected the parameters of the sorting to have a variable and its type, but one is missing or unknown.',
      )
    return sql`(select ${column} from variable v where v.workplace_id = ${workplace} and ${scope} and v.name = ${variable} and v.type = ${type} limit 1)`
  }
}
