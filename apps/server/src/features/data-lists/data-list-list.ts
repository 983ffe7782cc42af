import type { DataListRow } from '@millrace/contract'
import { dataListList } from '@millrace/contract/lists/data-lists'
import { sql } from 'kysely'
import { withinReach } from '../../operations/within-reach.ts'
import { reachOf } from '../../platform/auth/rights.ts'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly key: string
  readonly description: string
  readonly row_count: number
  readonly version: number
  readonly is_disabled: boolean
  readonly updated_at: Date
  readonly updated_by: string | null
}

export const dataLists: ListSource<typeof dataListList, Row, DataListRow> = defineSource({
  list: dataListList,
  columns: sql`d.id, d.name, d.key, d.description, d.row_count, d.version, d.is_disabled, d.updated_at, d.updated_by`,
  from: () => sql`data_list d`,
  where: ({ user }) => [
    sql`d.workplace_id = ${user.workplaceId}`,
    ...withinReach(reachOf(user, 'data-lists.read'), sql`d.id::text`),
  ],
  keys: { name: { sql: sql`d.name_key`, type: 'text' }, updated: { sql: sql`d.updated_at`, type: 'instant' } },
  id: { sql: sql`d.id`, type: 'id' },
  filters: { name: onTextKey(sql`d.name_key`), updated: sql`d.updated_at`, isDisabled: sql`d.is_disabled` },
  search: (text) => containsAny([sql`d.name`, sql`d.key`, sql`d.description`], text),
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.map(({ updated_by }) => updated_by),
    )
    return rows.map(({ row_count, is_disabled, updated_at, updated_by, ...row }) => ({
      ...row,
      rowCount: row_count,
      isDisabled: is_disabled,
      updatedAt: updated_at.toISOString(),
      updatedBy: people.find(updated_by),
    }))
  },
})
