import type { EmailTemplateRow } from '@millrace/contract'
import { emailTemplateList } from '@millrace/contract/lists/email-templates'
import { sql } from 'kysely'
import { withinReach } from '../../operations/within-reach.ts'
import { reachOf } from '../../platform/auth/rights.ts'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly subject: string
  readonly is_disabled: boolean
  readonly updated_at: Date
  readonly updated_by: string | null
}

export const emailTemplates: ListSource<typeof emailTemplateList, Row, EmailTemplateRow> = defineSource({
  list: emailTemplateList,
  columns: sql`m.id, m.name, m.subject, m.is_disabled, m.updated_at, m.updated_by`,
  from: () => sql`email_template m`,
  where: ({ user }) => [
    sql`m.workplace_id = ${user.workplaceId}`,
    ...withinReach(reachOf(user, 'email-templates.read'), sql`m.id::text`),
  ],
  keys: { name: { sql: sql`m.name_key`, type: 'text' }, updated: { sql: sql`m.updated_at`, type: 'instant' } },
  id: { sql: sql`m.id`, type: 'id' },
  filters: { name: onTextKey(sql`m.name_key`), updated: sql`m.updated_at`, isDisabled: sql`m.is_disabled` },
  search: (text) => containsAny([sql`m.name`, sql`m.subject`], text),
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.map(({ updated_by }) => updated_by),
    )
    return rows.map(({ id, name, subject, is_disabled, updated_at, updated_by }) => ({
      id,
      name,
      subject,
      isDisabled: is_disabled,
      updatedAt: updated_at.toISOString(),
      updatedBy: people.find(updated_by),
    }))
  },
})
