import { type DataColumn, dataListLimits } from '@millrace/contract'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { StoredDataList } from './data-list.ts'

export type GivenColumn = Omit<DataColumn, 'slot'>

/**
 * Assigns a cell slot to each column of a data list: existing columns keep theirs by key, new columns get slots that
 * were never used. A key column is also a required column. Refuses more columns than there are slots.
 */
export function giveSlots(
  given: readonly GivenColumn[],
  { columns, next_slot }: Pick<StoredDataList, 'columns' | 'next_slot'>,
): { columns: DataColumn[]; nextSlot: number } | Refusal {
  const slots = new Map(columns.map(({ key, slot }) => [key, slot]))
  let nextSlot = next_slot
  const placed = given.map((column) => ({
    ...column,
    isRequired: column.isRequired || column.isKey,
    slot: slots.get(column.key) ?? nextSlot++,
  }))
  if (nextSlot > dataListLimits.slots + 1)
    return refuse(
      'data-list.invalid',
      `Expected at most ${dataListLimits.slots} columns, including deleted columns. Copy the list, and continue with the copy.`,
      [{ where: 'columns', message: `At most ${dataListLimits.slots} columns, including deleted columns.` }],
    )
  return { columns: placed, nextSlot }
}
