import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import { writeTag } from '../../runtime/mail/system/find-system-text.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseSystemTemplates } from './policy.ts'
import {
  findSystemTemplates,
  isSystemMail,
  noSuchSystemMail,
  refuseChangedText,
  type TemplateOf,
} from './system-template.ts'

/**
 * Resets the text of a system template. The text for all languages becomes the product's default. The text for one
 * language is emptied, so that the text for all languages applies. The row stays and its revision rises, so that users
 * who have opened the text before get a conflict. Returns null on success or when nothing was changed, otherwise a
 * refusal.
 */
export async function resetSystemTemplate(
  { db, clock }: OperationContext,
  request: Request,
  { mail, revision, ...of }: TemplateOf & { readonly revision: number | undefined },
): Promise<Refusal | null> {
  const refusal = refuseSystemTemplates(request.user)
  if (refusal !== null) return refusal
  if (!isSystemMail(mail)) return noSuchSystemMail()
  const { workplaceId, username } = request.user
  const language = writeTag(of.language)
  return db.withTransaction(actorOf(request), async (tx) => {
    const rows = await findSystemTemplates(tx, workplaceId, { mail, lock: true })
    const row = rows.find((one) => one.language === language)
    if (row === undefined || row.subject === null) return null
    const changed = await refuseChangedText(tx, workplaceId, row, revision)
    if (changed !== null) return changed
    await runSql(
      tx,
      sql`update system_template set subject = null, html = null, revision = ${row.revision + 1}, fault = null, failed_at = null,
        updated_at = ${clock().toISOString()}::timestamptz, updated_by = ${username}
        where workplace_id = ${workplaceId}::uuid and mail = ${mail} and language = ${language}`,
    )
    return null
  })
}
