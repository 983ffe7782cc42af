import type { ExternalSystemRow } from '@millrace/contract'
import { externalSystemList } from '@millrace/contract/lists/external-systems'
import { sql } from 'kysely'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly connections: string
  readonly apis: string
  readonly adapters: string
  readonly is_disabled: boolean
  readonly updated_at: Date
  readonly updated_by: string | null
}

const countOf = (table: string) =>
  sql`(select count(*) from ${sql.table(table)} p where p.workplace_id = s.workplace_id and p.system_id = s.id and p.disabled_at is null)`

export const externalSystems: ListSource<typeof externalSystemList, Row, ExternalSystemRow> = defineSource({
  list: externalSystemList,
  columns: sql`s.id, s.name, s.description, s.is_disabled, s.updated_at, s.updated_by,
    ${countOf('external_connection')} as connections, ${countOf('external_api')} as apis, ${countOf('external_adapter')} as adapters`,
  from: () => sql`external_system s`,
  where: ({ user }) => [sql`s.workplace_id = ${user.workplaceId}`],
  keys: { name: { sql: sql`s.name_key`, type: 'text' }, updated: { sql: sql`s.updated_at`, type: 'instant' } },
  id: { sql: sql`s.id`, type: 'id' },
  filters: { name: onTextKey(sql`s.name_key`), updated: sql`s.updated_at`, isDisabled: sql`s.is_disabled` },
  search: (text) => containsAny([sql`s.name`, sql`s.description`], text),
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.map(({ updated_by }) => updated_by),
    )
    return rows.map(({ connections, apis, adapters, is_disabled, updated_at, updated_by, ...row }) => ({
      ...row,
      connections: Number(connections),
      apis: Number(apis),
      adapters: Number(adapters),
      isDisabled: is_disabled,
      updatedAt: updated_at.toISOString(),
      updatedBy: people.find(updated_by),
    }))
  },
})
