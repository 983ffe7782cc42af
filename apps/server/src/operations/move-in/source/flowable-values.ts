import { isoOf } from '../translate/iso-of.ts'
import type { Source } from './open-source.ts'
import type { HistoryVariableRow } from './read-history.ts'
import type { VariableRow } from './rows.ts'

/** Reads variables with types that Camunda has. */
export async function readVariables(
  source: Source,
  where: string,
  values: readonly unknown[],
): Promise<readonly VariableRow[]> {
  const rows = await source.select<VariableRow>('act_ru_variable', where, values)
  if (source.family !== 'flowable') return rows
  return rows.map((row) => {
    const { type, ...value } = presentValue({ ...row, type: row.type_ })
    return { ...value, type_: type }
  })
}

/** Returns the history of variables with types that Camunda has, without counters that are calculated. */
export function presentHistory(rows: readonly HistoryVariableRow[]): readonly HistoryVariableRow[] {
  return rows
    .filter(({ var_type_ }) => var_type_ !== calculatedType)
    .map((row) => {
      const { type, ...value } = presentValue({ ...row, type: row.var_type_ ?? 'null' })
      return { ...value, var_type_: type }
    })
}

/** The type of the counters of parallel bodies, which are calculated when they are read. */
export const calculatedType = 'bpmnParallelMultiInstanceCompleted'

/** The columns in which Flowable stores a value, in each of its tables. */
interface StoredValue {
  readonly type: string
  readonly long_: string | null
  readonly text_: string | null
}

const dayMs = 86_400_000

/**
 * Returns a value with a type that Camunda has: days and local times become texts in ISO 8601, and exact numbers become
 * numbers where nothing is lost. Objects stay as they are.
 */
export function presentValue<Row extends StoredValue>(row: Row): Row {
  switch (row.type.toLowerCase()) {
    case 'instant':
      return { ...row, type: 'date' }
    case 'localdate':
      return textOf(row, (days) => isoOf(days * dayMs)?.split('T')[0])
    case 'localdatetime':
      return textOf(row, (ms) => isoOf(ms)?.slice(0, -1))
    case 'uuid':
      return { ...row, type: 'string' }
    case 'bigdecimal':
    case 'biginteger':
      return numberOf(row)
    case 'longjson':
      return { ...row, type: 'json' }
    default:
      return row
  }
}

/** A time beyond the range of JavaScript becomes the stored number: one value must not stop a move. */
function textOf<Row extends StoredValue>(row: Row, write: (value: number) => string | undefined): Row {
  const { long_, text_ } = row
  return {
    ...row,
    type: 'string',
    long_: null,
    text_: long_ === null ? text_ : (write(Number(long_)) ?? String(long_)),
  }
}

function numberOf<Row extends StoredValue>(row: Row): Row {
  const { text_ } = row
  if (text_ === null || String(Number(text_)) !== text_) return { ...row, type: 'string' }
  return Number.isSafeInteger(Number(text_))
    ? { ...row, type: 'long', long_: text_, text_: null }
    : { ...row, type: 'double', double_: Number(text_), text_: null }
}
