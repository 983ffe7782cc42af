import type { AppProcessRow } from '@millrace/contract'
import { appProcessList } from '@millrace/contract/lists/app-processes'
import { sql } from 'kysely'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly application_id: string
  readonly application_name: string
  readonly process_key: string
  readonly category: string | null
  readonly version: number
  readonly is_disabled: boolean
  readonly updated_at: Date
  readonly updated_by: string | null
}

const category = sql`(select c.name from category c where c.workplace_id = p.workplace_id and c.id = coalesce(p.category_id, a.category_id))`

export const appProcesses: ListSource<typeof appProcessList, Row, AppProcessRow> = defineSource({
  list: appProcessList,
  columns: sql`p.id, p.name, p.application_id, a.name as application_name, p.process_key, ${category} as category, p.version, p.is_disabled, p.updated_at, p.updated_by`,
  from: () => sql`app_process p join application a on a.workplace_id = p.workplace_id and a.id = p.application_id`,
  where: ({ user }) => [sql`p.workplace_id = ${user.workplaceId}`],
  keys: { name: { sql: sql`p.name_key`, type: 'text' }, updated: { sql: sql`p.updated_at`, type: 'instant' } },
  id: { sql: sql`p.id`, type: 'id' },
  filters: {
    name: onTextKey(sql`p.name_key`),
    application: ({ values }) => sql`p.application_id::text = ${values[0] ?? ''}`,
    updated: sql`p.updated_at`,
    isDisabled: sql`p.is_disabled`,
  },
  search: (text) => containsAny([sql`p.name`, sql`p.process_key`], text),
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.map(({ updated_by }) => updated_by),
    )
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      application: { id: row.application_id, name: row.application_name },
      key: row.process_key,
      category: row.category,
      version: row.version,
      isDisabled: row.is_disabled,
      updatedAt: row.updated_at.toISOString(),
      updatedBy: people.find(row.updated_by),
    }))
  },
})
