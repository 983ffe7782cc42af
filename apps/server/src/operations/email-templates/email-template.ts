import type { MissingValues } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import type { Selectable } from 'kysely'
import type { DB } from '../../platform/db/schema.gen.ts'
import type { MailTemplate } from '../../runtime/mail/mail-template.ts'
import { findById } from '../records/find-record.ts'
import type { RecordKind } from '../records/record-kind.ts'
import { refuseMailDesigner } from './policy.ts'

export type EmailTemplateRow = Omit<Selectable<DB['email_template']>, 'name_key' | 'is_disabled'>

export interface MailText extends MailTemplate {
  readonly missingValues: MissingValues
}

export const emailTemplateRecord = {
  kind: 'email-template',
  table: 'email_template',
  one: 'an email template',
  owner: 'workplace',
  taken: {
    email_template_name: {
      code: 'thing.name-taken',
      where: 'name',
      message: pageTexts.outcomes.duplicate.emailTemplate,
    },
  },
  refuse: refuseMailDesigner,
  find: findById<EmailTemplateRow>('email_template'),
} as const satisfies RecordKind<EmailTemplateRow>
