import { maxMailLanguages, systemMails } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import { checkSystemText } from '../../runtime/mail/system/check-system-text.ts'
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

export interface SystemTemplateChange extends TemplateOf {
  readonly subject: string
  readonly html: string
  /** The revision that the user has seen, 0 when there was no text; undefined to change any revision. */
  readonly revision: number | undefined
  readonly publicUrl: string
}

/**
 * Changes a system template for readers of a language, from the next mail on. Returns null on success, otherwise a
 * refusal.
 */
export async function saveSystemTemplate(
  context: OperationContext,
  request: Request,
  { mail, subject, html, revision, publicUrl, ...of }: SystemTemplateChange,
): Promise<Refusal | null> {
  const refusal = refuseSystemTemplates(request.user)
  if (refusal !== null) return refusal
  if (!isSystemMail(mail)) return noSuchSystemMail()
  const { db, runtime, clock } = context
  const { workplaceId, username } = request.user
  const language = writeTag(of.language)
  if (language !== '' && !systemMails[mail].hasLanguages) return forEverybody()
  const kept = await checkSystemText(runtime, workplaceId, { mail, subject, html, publicUrl })
  if (kept instanceof Refusal) return kept
  return db.withTransaction(actorOf(request), async (tx) => {
    const find = () => findSystemTemplates(tx, workplaceId, { mail, lock: true })
    let rows = await find()
    const isFirst = !rows.some((row) => row.language === language)
    // What was set back is none of them, though its row counts on.
    const others = rows.filter((row) => row.language !== '' && row.language !== language && row.subject !== null)
    if (language !== '' && others.length >= maxMailLanguages) return tooMany()
    const text = { subject: kept.subject, html: kept.html, mail, language, at: clock().toISOString(), by: username }
    if (isFirst) {
      if (await addText(tx, workplaceId, text)) return null
      // Somebody else was faster by a moment.
      rows = await find()
    }
    const row = rows.find((one) => one.language === language)
    if (row === undefined) throw new Error('Expected the text that somebody has just made.')
    const changed = await refuseChangedText(tx, workplaceId, row, revision)
    if (changed !== null) return changed
    await runSql(
      tx,
      sql`update system_template set subject = ${text.subject}, html = ${text.html}, revision = ${row.revision + 1},
        fault = null, failed_at = null, updated_at = ${text.at}::timestamptz, updated_by = ${text.by}
        where workplace_id = ${workplaceId}::uuid and mail = ${mail} and language = ${language}`,
    )
    return null
  })
}

interface NewText {
  readonly mail: string
  readonly language: string
  readonly subject: string
  readonly html: string
  readonly at: string
  readonly by: string
}

/** False when there is one. */
async function addText(
  tx: Tx,
  workplaceId: string,
  { mail, language, subject, html, at, by }: NewText,
): Promise<boolean> {
  const rows = await runSql<object>(
    tx,
    sql`insert into system_template (workplace_id, mail, language, subject, html, revision, updated_at, updated_by)
      values (${workplaceId}::uuid, ${mail}, ${language}, ${subject}, ${html}, 1, ${at}::timestamptz, ${by})
      on conflict do nothing returning mail`,
  )
  return rows.length > 0
}

function forEverybody(): Refusal {
  const message =
    'Expected a text for all languages, because recipients of this mail have no profile, but it was for one language.'
  return refuse('template.invalid', message, [{ where: 'language', message }])
}

function tooMany(): Refusal {
  return refuse(
    'template.too-many',
    `Expected texts in at most ${maxMailLanguages} languages, and the mail has that many. Change one of them.`,
  )
}
