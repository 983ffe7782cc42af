import { type SystemMail, systemMails } from '@millrace/contract'
import { mailEditorTexts } from '@millrace/contract/mail-editor-texts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { refuseChangedMeanwhile } from '../records/refuse-changed-meanwhile.ts'

/** The text of a workplace for a system template, in one language. */
export interface SystemTemplateRow {
  readonly mail: SystemMail
  readonly language: string
  /** Null, both: what the product brings, or everybody else gets. */
  readonly subject: string | null
  readonly html: string | null
  readonly revision: number
  readonly fault: string | null
  readonly failed_at: Date | null
  readonly updated_at: Date
  readonly updated_by: string | null
}

export interface TemplateOf {
  readonly mail: string
  /** The language of the text; empty for users of all other languages. */
  readonly language: string
}

export function isSystemMail(mail: string): mail is SystemMail {
  return Object.hasOwn(systemMails, mail)
}

export function noSuchSystemMail(): Refusal {
  return refuse(
    'thing.not-found',
    `Expected a mail of the product, but none has this name. The mails are ${Object.keys(systemMails).join(', ')}.`,
  )
}

/** Finds the texts of a system template, including reset ones; of all system templates when none is named. */
export async function findSystemTemplates(
  tx: Tx,
  workplaceId: string,
  { mail = null, lock = false }: { readonly mail?: SystemMail | null; readonly lock?: boolean } = {},
): Promise<SystemTemplateRow[]> {
  return runSql<SystemTemplateRow>(
    tx,
    sql`select mail, language, subject, html, revision, fault, failed_at, updated_at, updated_by from system_template
      where workplace_id = ${workplaceId}::uuid and (${mail}::text is null or mail = ${mail}) order by mail, language ${lock ? sql`for update` : sql``}`,
  )
}

/**
 * Checks that nobody else has changed a text since it was read. A text that never existed has the revision 0.
 *
 * @param revision the revision that was read; undefined: any.
 */
export async function refuseChangedText(
  tx: Tx,
  workplaceId: string,
  row: Omit<SystemTemplateRow, 'subject' | 'html'>,
  revision: number | undefined,
): Promise<Refusal | null> {
  const name = mailEditorTexts.systemMail[row.mail]
  return refuseChangedMeanwhile(tx, { ...row, workplace_id: workplaceId, name }, revision)
}
