import type { FormRow, FormTemplateRow } from '@millrace/contract'
import { formList, formTemplateList } from '@millrace/contract/lists/forms'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'

interface TemplateListRow {
  readonly id: string
  readonly name: string
  readonly labels: string
  readonly version: number
  readonly is_disabled: boolean
  readonly updated_at: Date
  readonly updated_by: string | null
}

interface FormListRow extends TemplateListRow {
  readonly form_key: string
  readonly application_id: string
  readonly application_name: string
}

const columns = sql`f.id, f.name, f.labels, f.version, f.is_disabled, f.updated_at, f.updated_by`
const common = {
  keys: { name: { sql: sql`f.name_key`, type: 'text' }, updated: { sql: sql`f.updated_at`, type: 'instant' } },
  id: { sql: sql`f.id`, type: 'id' },
} as const
const filters = { name: onTextKey(sql`f.name_key`), updated: sql`f.updated_at`, isDisabled: sql`f.is_disabled` }

export const forms: ListSource<typeof formList, FormListRow, FormRow> = defineSource({
  list: formList,
  columns: sql`${columns}, f.form_key, f.application_id, a.name as application_name`,
  from: () => sql`form f join application a on a.workplace_id = f.workplace_id and a.id = f.application_id`,
  where: ({ user }) => [sql`f.workplace_id = ${user.workplaceId}`, sql`f.is_template = false`],
  ...common,
  filters: { ...filters, application: ({ values }) => sql`f.application_id::text = ${values[0] ?? ''}` },
  search: (text) => containsAny([sql`f.name`, sql`f.form_key`, sql`f.labels`], text),
  present: async (rows, { tx, user }) => {
    const presented = await presentRows(tx, user.workplaceId, rows)
    return rows.map((row, index) => ({
      ...(presented[index] as FormTemplateRow),
      formKey: row.form_key,
      application: { id: row.application_id, name: row.application_name },
    }))
  },
})

export const formTemplates: ListSource<typeof formTemplateList, TemplateListRow, FormTemplateRow> = defineSource({
  list: formTemplateList,
  columns,
  from: () => sql`form f`,
  where: ({ user }) => [sql`f.workplace_id = ${user.workplaceId}`, sql`f.is_template = true`],
  ...common,
  filters,
  search: (text) => containsAny([sql`f.name`, sql`f.labels`], text),
  present: (rows, { tx, user }) => presentRows(tx, user.workplaceId, rows),
})

async function presentRows(tx: Tx, workplaceId: string, rows: readonly TemplateListRow[]): Promise<FormTemplateRow[]> {
  const people = await readPeople(
    tx,
    workplaceId,
    rows.map(({ updated_by }) => updated_by),
  )
  return rows.map(({ id, name, labels, version, is_disabled, updated_at, updated_by }) => ({
    id,
    name,
    labels,
    version,
    isDisabled: is_disabled,
    updatedAt: updated_at.toISOString(),
    updatedBy: people.find(updated_by),
  }))
}
