import type { SystemMail } from '@millrace/contract'
import { mailTextsOf } from '@millrace/contract/mail-texts'
import { sql } from 'kysely'
import { systemActor } from '../../../platform/db/actor.ts'
import { hasLostDatabase } from '../../../platform/db/has-lost-database.ts'
import { Refusal, refuse } from '../../../platform/errors/refusal.ts'
import { runSql } from '../../../platform/list/sql.ts'
import { NoThread } from '../../../platform/threads/create-threads.ts'
import type { Runtime } from '../../runtime.ts'
import { renderKeptText } from '../read-mail-text.ts'
import { fillBuiltIn, type WrittenMail } from './fill-built-in.ts'
import { completeFilling, type Filling } from './filling.ts'
import { findSystemText, type OwnText } from './find-system-text.ts'
import { writeSubject } from './write-subject.ts'

export interface SystemMailOrder {
  readonly mail: SystemMail
  /** The language of the recipient. */
  readonly language: string | null
  readonly filling: Filling
  /** The mail in place of an unusable text of the workplace; missing: the built-in one. */
  readonly builtIn?: WrittenMail
  readonly warn?: ((facts: object, message: string) => void) | undefined
}

/**
 * Writes a system mail, with the text of the workplace where it has one. When that cannot be rendered, the product's
 * default is used, so that no mail is lost. Administrators see this in the log, and on the page of the template.
 */
export async function writeSystemMail(
  runtime: Runtime,
  workplaceId: string,
  order: SystemMailOrder,
): Promise<WrittenMail> {
  const { mail, language, filling, warn } = order
  const own = await runtime.db.read({ workplaceId }, (tx) => findSystemText(tx, workplaceId, { mail, language }))
  const builtIn = order.builtIn ?? fillBuiltIn(mail, mailTextsOf(language).mails[mail], filling)
  if (own === null) return builtIn
  const written = await fillOwn(runtime, workplaceId, { mail, own, filling })
  if (!(written instanceof Refusal)) return written
  warn?.({ workplaceId, mail, language: own.language, reason: written.message }, 'a text of a mail could not be used')
  await keepFault(runtime, workplaceId, { mail, own, message: written.message })
  return builtIn
}

/** Renders a mail with the text of a workplace, or returns the reason for the failure. */
export async function fillOwn(
  runtime: Runtime,
  workplaceId: string,
  {
    mail,
    own,
    filling,
  }: { readonly mail: SystemMail; readonly own: Pick<OwnText, 'subject' | 'html'>; readonly filling: Filling },
): Promise<WrittenMail | Refusal> {
  const text = { subject: own.subject, html: own.html }
  const order = { text, ...completeFilling(mail, filling) }
  const rendered = await renderKeptText(runtime, { workplaceId, username: '' }, order).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    // What is over soon is tried again; anything else would keep the mail back for good.
    if (hasLostDatabase(error) || error instanceof NoThread) throw error
    return new Refusal('internal', error instanceof Error ? error.message : String(error))
  })
  if (rendered instanceof Refusal) return rendered
  const fault = rendered.missing.find(({ isFault }) => isFault)
  if (fault !== undefined) {
    const { placeholder, message } = fault
    return refuse(
      'template.invalid',
      `Expected placeholders that can be evaluated, but ${placeholder} cannot: ${message}`,
      [{ where: text.subject.includes(placeholder) ? 'subject' : 'html', message: `${placeholder}: ${message}` }],
    )
  }
  const subject = writeSubject(rendered.subject)
  if (subject === '')
    return refuse(
      'template.invalid',
      'Expected a subject that is never empty, but all of its placeholders can be empty.',
      [{ where: 'subject', message: 'The subject is empty when its placeholders have no value.' }],
    )
  return { subject, html: rendered.html, text: rendered.text }
}

/** The first since the text was changed: it says what to fix, and mails cost no statement more. */
async function keepFault(
  { db, clock }: Runtime,
  workplaceId: string,
  { mail, own, message }: { readonly mail: SystemMail; readonly own: OwnText; readonly message: string },
): Promise<void> {
  await db.withTransaction(systemActor(workplaceId, 'text of a mail'), (tx) =>
    runSql(
      tx,
      sql`update system_template set fault = ${message}, failed_at = ${clock().toISOString()}::timestamptz
        where workplace_id = ${workplaceId}::uuid and mail = ${mail} and language = ${own.language} and revision = ${own.revision} and fault is null`,
    ),
  )
}
