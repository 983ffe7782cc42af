import type { GlobalPropertyRow, GlobalPropertyType } from '@millrace/contract'
import { globalPropertyList } from '@millrace/contract/lists/global-properties'
import { sql } from 'kysely'
import { presentValue } from '../../operations/global-properties/change-global-property.ts'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'

interface Row {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly type: string
  /** JSON text; null for a secret one. */
  readonly value: string | null
  readonly is_secret: boolean
  readonly updated_at: Date
  readonly updated_by: string | null
}

export const globalProperties: ListSource<typeof globalPropertyList, Row, GlobalPropertyRow> = defineSource({
  list: globalPropertyList,
  columns: sql`g.id, g.key, g.name, g.type, g.value, g.is_secret, g.updated_at, g.updated_by`,
  from: () => sql`global_property g`,
  where: ({ user }) => [sql`g.workplace_id = ${user.workplaceId}`],
  keys: {
    key: { sql: sql`g.key_key`, type: 'text' },
    name: { sql: sql`g.name_key`, type: 'text' },
    updated: { sql: sql`g.updated_at`, type: 'instant' },
  },
  id: { sql: sql`g.id`, type: 'id' },
  filters: { key: onTextKey(sql`g.key_key`), updated: sql`g.updated_at`, isSecret: sql`g.is_secret` },
  search: (text) => containsAny([sql`g.key`, sql`g.name`], text),
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.map(({ updated_by }) => updated_by),
    )
    return rows.map((row) => ({
      id: row.id,
      key: row.key,
      name: row.name,
      type: row.type as GlobalPropertyType,
      value: row.is_secret ? null : presentValue(row),
      isSecret: row.is_secret,
      updatedAt: row.updated_at.toISOString(),
      updatedBy: people.find(row.updated_by),
    }))
  },
})
