import type { FormRow, FormTemplateRow } from '@millrace/contract'
import { formList, formTemplateList } from '@millrace/contract/lists/forms'
import { sql } from 'kysely'
import {
  applicationOf,
  type ListedInApplication,
  listedDesigns,
  listedInApplications,
  presentListed,
} from '../../operations/designs/surface/design-list.ts'
import { containsAny } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'

interface FormListRow extends ListedInApplication {
  readonly form_key: string
  readonly labels: string
}

type TemplateListRow = Omit<FormListRow, 'form_key' | 'application_id' | 'application_name'>

export const forms: ListSource<typeof formList, FormListRow, FormRow> = defineSource({
  list: formList,
  ...listedInApplications({
    table: 'form',
    columns: sql`, d.form_key, d.labels`,
    where: [sql`d.is_template = false`],
    searched: [sql`d.form_key`, sql`d.labels`],
  }),
  present: (rows: readonly FormListRow[], around) =>
    presentListed(rows, around, (row) => ({
      application: applicationOf(row),
      formKey: row.form_key,
      labels: row.labels,
    })),
})

export const formTemplates: ListSource<typeof formTemplateList, TemplateListRow, FormTemplateRow> = defineSource({
  list: formTemplateList,
  ...listedDesigns,
  columns: sql`${listedDesigns.columns}, d.labels`,
  from: () => sql`form d`,
  where: ({ user }) => [sql`d.workplace_id = ${user.workplaceId}`, sql`d.is_template = true`],
  search: (text) => containsAny([sql`d.name`, sql`d.labels`], text),
  present: (rows: readonly TemplateListRow[], around) => presentListed(rows, around, ({ labels }) => ({ labels })),
})
