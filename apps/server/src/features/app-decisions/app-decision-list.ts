import type { AppDecisionRow } from '@millrace/contract'
import { appDecisionList } from '@millrace/contract/lists/app-decisions'
import { sql } from 'kysely'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly application_id: string
  readonly application_name: string
  readonly decision_key: string
  readonly version: number
  readonly is_disabled: boolean
  readonly updated_at: Date
  readonly updated_by: string | null
}

export const appDecisions: ListSource<typeof appDecisionList, Row, AppDecisionRow> = defineSource({
  list: appDecisionList,
  columns: sql`d.id, d.name, d.application_id, a.name as application_name, d.decision_key, d.version, d.is_disabled, d.updated_at, d.updated_by`,
  from: () => sql`app_decision d join application a on a.workplace_id = d.workplace_id and a.id = d.application_id`,
  where: ({ user }) => [sql`d.workplace_id = ${user.workplaceId}`],
  keys: { name: { sql: sql`d.name_key`, type: 'text' }, updated: { sql: sql`d.updated_at`, type: 'instant' } },
  id: { sql: sql`d.id`, type: 'id' },
  filters: {
    name: onTextKey(sql`d.name_key`),
    application: ({ values }) => sql`d.application_id::text = ${values[0] ?? ''}`,
    updated: sql`d.updated_at`,
    isDisabled: sql`d.is_disabled`,
  },
  search: (text) => containsAny([sql`d.name`, sql`d.decision_key`], text),
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
      key: row.decision_key,
      version: row.version,
      isDisabled: row.is_disabled,
      updatedAt: row.updated_at.toISOString(),
      updatedBy: people.find(row.updated_by),
    }))
  },
})
