import type { HostObject } from '@millrace/expressions'
import type { ListRow, ListRowsRef } from '../../../definition.ts'
import { NeedsMore } from '../../../outcome.ts'
import { fail, type Step } from '../../../step.ts'
import { failurePlace, type Occasion } from '../occasion.ts'

/** The name by which expressions and scripts read data lists. */
export const dataListsName = 'dataLists'

/** Rows that an expression may have at once. */
const most = 1_000

/**
 * Creates the object `dataLists`, which finds rows of data lists: `dataLists.find("cities", "code", city).name`, and
 * `dataLists.all("cities", "country", "PT")` for several.
 */
export function createDataListsObject(step: Step, occasion: Occasion): HostObject {
  const rowsOf = (list: unknown, column: unknown, value: unknown, count: number) =>
    readRows(step, occasion, {
      list: String(list ?? ''),
      column: String(column ?? ''),
      value: presentValue(value),
      most: count,
    })
  return {
    properties: {},
    methods: {
      find: (list, column, value) => rowsOf(list, column, value, 1)[0] ?? null,
      all: (list, column, value) => {
        const rows = rowsOf(list, column, value, most + 1)
        if (rows.length <= most) return rows
        return fail(
          'engine.value-invalid',
          `Expected at most ${most} rows of the data list “${String(list ?? '')}” with this value, but there are more. Use a narrower search.`,
          failurePlace(occasion),
        )
      },
    },
  }
}

/** Returns a cell that is empty is found by nothing. */
function presentValue(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return value === null || value === undefined ? '' : String(value)
}

function readRows(step: Step, occasion: Occasion, ref: ListRowsRef): readonly ListRow[] {
  if (ref.value === '') return []
  const rows = step.sources.listRows?.(ref)
  if (rows === undefined) throw new NeedsMore({ kind: 'listRows', ref })
  if (rows !== null) return rows
  return fail(
    'engine.value-invalid',
    `Expected a data list “${ref.list}” with a column “${ref.column}”, but it does not exist. Create it, or use another one.`,
    failurePlace(occasion),
  )
}
