import type { HierarchyRow } from '@millrace/contract'
import { hierarchyList } from '@millrace/contract/lists/hierarchies'
import { sql } from 'kysely'
import { contains, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly is_disabled: boolean
  readonly created_at: Date
  readonly created_by: string | null
}

export const hierarchies: ListSource<typeof hierarchyList, Row, HierarchyRow> = defineSource({
  list: hierarchyList,
  columns: sql`x.id, x.name, x.is_disabled, x.created_at, x.created_by`,
  from: () => sql`hierarchy x`,
  where: ({ user }) => [sql`x.workplace_id = ${user.workplaceId}`],
  keys: { name: { sql: sql`x.name_key`, type: 'text' }, created: { sql: sql`x.created_at`, type: 'instant' } },
  id: { sql: sql`x.id`, type: 'id' },
  filters: { name: onTextKey(sql`x.name_key`), created: sql`x.created_at`, isDisabled: sql`x.is_disabled` },
  search: (text) => contains(sql`x.name`, text),
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.map(({ created_by }) => created_by),
    )
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      isDisabled: row.is_disabled,
      createdAt: row.created_at.toISOString(),
      createdBy: people.find(row.created_by),
    }))
  },
})
