import type { MissingValues } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import type { Selectable } from 'kysely'
import pg from 'pg'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { MailTemplate } from '../../runtime/mail/mail-template.ts'
import { refuseEmailTemplate } from './policy.ts'

export type EmailTemplateRow = Omit<Selectable<DB['email_template']>, 'name_key' | 'is_disabled'>

export interface MailText extends MailTemplate {
  readonly missingValues: MissingValues
}

/** @param options.lock others who want to change it wait until the transaction ends. */
export async function findEmailTemplate(
  tx: Tx,
  workplaceId: string,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<EmailTemplateRow | null> {
  if (!isUuid(id)) return null
  const query = kysely
    .selectFrom('email_template')
    .selectAll()
    .where('workplace_id', '=', workplaceId)
    .where('id', '=', id)
  const [row] = await tx.query(lock ? query.forUpdate() : query)
  return row ?? null
}

/** The template that something is to be done to, when the user may change it and it is in use. */
export async function loadEmailTemplateFor(
  tx: Tx,
  user: User,
  id: string,
  options: { readonly lock?: boolean } = {},
): Promise<EmailTemplateRow | Refusal> {
  const template = await findEmailTemplate(tx, user.workplaceId, id, options)
  return template === null ? noSuchEmailTemplate() : (refuseEmailTemplate(user, template) ?? template)
}

export function noSuchEmailTemplate(): Refusal {
  return refuse('thing.not-found', 'Expected an email template of this workplace, but there is none with this id.')
}

/** Does what gives a template a name. The unique index decides, so two who take one name at once cannot both have it. */
export async function withFreeName<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.constraint === 'email_template_name')) throw error
    const message = pageTexts.outcomes.duplicate.emailTemplate
    return refuse('template.name-taken', message, [{ where: 'name', message }])
  }
}
