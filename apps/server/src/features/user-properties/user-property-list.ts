import type { UserPropertyRow, UserPropertyType } from '@millrace/contract'
import { userPropertyList } from '@millrace/contract/lists/user-properties'
import { sql } from 'kysely'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly key: string
  readonly type: UserPropertyType
  readonly is_required: boolean
  readonly is_unique: boolean
  readonly is_disabled: boolean
  readonly created_at: Date
  readonly created_by: string | null
}

export const userProperties: ListSource<typeof userPropertyList, Row, UserPropertyRow> = defineSource({
  list: userPropertyList,
  columns: sql`x.id, x.name, x.key, x.type, x.is_required, x.is_unique, x.is_disabled, x.created_at, x.created_by`,
  from: () => sql`user_property x`,
  where: ({ user }) => [sql`x.workplace_id = ${user.workplaceId}`],
  keys: { name: { sql: sql`x.name_key`, type: 'text' }, created: { sql: sql`x.created_at`, type: 'instant' } },
  id: { sql: sql`x.id`, type: 'id' },
  filters: { name: onTextKey(sql`x.name_key`), created: sql`x.created_at`, isDisabled: sql`x.is_disabled` },
  search: (text) => containsAny([sql`x.name`, sql`x.key`], text),
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.map(({ created_by }) => created_by),
    )
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      key: row.key,
      type: row.type,
      isRequired: row.is_required,
      isUnique: row.is_unique,
      isDisabled: row.is_disabled,
      createdAt: row.created_at.toISOString(),
      createdBy: people.find(row.created_by),
    }))
  },
})
