import { emailTemplateCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { runSql } from '../../../platform/list/sql.ts'
import { changeEmailTemplate } from '../../email-templates/change-email-template.ts'
import { createEmailTemplate } from '../../email-templates/create-email-template.ts'
import { refuseMailDesigner } from '../../email-templates/policy.ts'
import { definePackageKind } from '../package-kind.ts'
import { deleteRow, hasKey, type ItemRow, present, stampOf } from './columns.ts'

const content = emailTemplateCalls.create.body

export const emailTemplate = definePackageKind<z.output<typeof content>>({
  one: 'an email template',
  content,
  files: { html: 'html' },
  canRename: false,
  refuse: (user) => refuseMailDesigner(user, null),
  async find(tx, workplaceId, { keys }) {
    const rows = await runSql<ItemRow & { subject: string; html: string; missing_values: 'empty' | 'refuse' }>(
      tx,
      sql`select d.id, d.name as key, d.name, d.is_disabled, ${stampOf} as stamp, d.subject, d.html, d.missing_values
        from email_template d where d.workplace_id = ${workplaceId} and ${hasKey(sql`d.name`, keys)} order by d.name_key, d.id`,
    )
    return rows.map((row) => {
      const { name, subject, html, missing_values: missingValues } = row
      return { kind: 'emailTemplate' as const, ...present(row), content: { name, subject, html, missingValues } }
    })
  },
  owners: () => [],
  async write(context, request, { item: { content: mail }, existing }) {
    if (existing === null) return createEmailTemplate(context, request, mail)
    return (
      (await changeEmailTemplate(context, request, { id: existing.id, revision: undefined, ...mail })) ?? existing.id
    )
  },
  remove: (tx, workplaceId, id) => deleteRow(tx, workplaceId, { table: 'email_template', id }),
})
