import type { ApplicationRow } from '@millrace/contract'
import { applicationList } from '@millrace/contract/lists/applications'
import { sql } from 'kysely'
import { withinReach } from '../../operations/within-reach.ts'
import { reachOf } from '../../platform/auth/rights.ts'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { countForms, countProcesses } from './count-parts.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly key: string
  readonly category: string | null
  readonly processes: number
  readonly forms: number
  readonly is_disabled: boolean
  readonly updated_at: Date
  readonly updated_by: string | null
}

const category = sql`(select c.name from category c where c.workplace_id = a.workplace_id and c.id = a.category_id)`

export const applications: ListSource<typeof applicationList, Row, ApplicationRow> = defineSource({
  list: applicationList,
  columns: sql`a.id, a.name, a.key, ${category} as category, ${countProcesses} as processes, ${countForms} as forms, a.is_disabled, a.updated_at, a.updated_by`,
  from: () => sql`application a`,
  where: ({ user }) => [
    sql`a.workplace_id = ${user.workplaceId}`,
    ...withinReach(reachOf(user, 'applications.read'), sql`a.id::text`),
  ],
  keys: { name: { sql: sql`a.name_key`, type: 'text' }, updated: { sql: sql`a.updated_at`, type: 'instant' } },
  id: { sql: sql`a.id`, type: 'id' },
  filters: {
    name: onTextKey(sql`a.name_key`),
    category: ({ values }, { user }) =>
      sql`a.category_id = (select c.id from category c where c.workplace_id = ${user.workplaceId} and lower(c.name) = lower(${values[0] ?? ''}))`,
    updated: sql`a.updated_at`,
    isDisabled: sql`a.is_disabled`,
  },
  search: (text) => containsAny([sql`a.name`, sql`a.key`], text),
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.map(({ updated_by }) => updated_by),
    )
    return rows.map(({ id, name, key, category, processes, forms, is_disabled, updated_at, updated_by }) => ({
      id,
      name,
      key,
      category,
      processes: Number(processes),
      forms: Number(forms),
      isDisabled: is_disabled,
      updatedAt: updated_at.toISOString(),
      updatedBy: people.find(updated_by),
    }))
  },
})
