import {
  type SystemMail,
  type SystemMailContent,
  type SystemTemplate,
  type SystemTemplateRow,
  systemMailNames,
  systemMails,
  type TestMail,
} from '@millrace/contract'
import { mailTextsOf } from '@millrace/contract/mail-texts'
import {
  findSystemTemplates,
  isSystemMail,
  noSuchSystemMail,
  type SystemTemplateRow as Row,
} from '../../operations/system-templates/system-template.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { toPlainText } from '../../runtime/mail/clean-html.ts'
import { findTestMail } from '../../runtime/mail/find-test-mail.ts'
import type { Filling } from '../../runtime/mail/system/filling.ts'
import { writeTag } from '../../runtime/mail/system/find-system-text.ts'
import { sampleFilling } from '../../runtime/mail/system/sample-filling.ts'
import { readPeople } from '../../runtime/rights/people.ts'

/** Lists all mails that the product sends, with the changes of the workplace to each. */
export async function listSystemTemplates(db: Database, request: Request): Promise<SystemTemplateRow[]> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const rows = await findSystemTemplates(tx, workplaceId)
    const people = await readPeople(
      tx,
      workplaceId,
      rows.map(({ updated_by }) => updated_by),
    )
    return systemMailNames.map((mail) => {
      const own = rows.filter((row) => row.mail === mail)
      const last = own.toSorted((one, other) => other.updated_at.getTime() - one.updated_at.getTime())[0]
      const failed = own.find(({ fault }) => fault !== null)
      return {
        mail,
        languages: listLanguages(own),
        fault: presentFault(failed),
        updatedAt: last?.updated_at.toISOString() ?? null,
        updatedBy: people.find(last?.updated_by ?? null),
      }
    })
  })
}

/**
 * Returns the text of a system mail for a language: the text for this language, otherwise the text for all languages,
 * otherwise the default of the product.
 */
export async function getSystemTemplate(
  db: Database,
  request: Request,
  { mail, publicUrl, now, ...of }: { mail: string; language: string; publicUrl: string; now: Date },
): Promise<SystemTemplate | Refusal> {
  if (!isSystemMail(mail)) return noSuchSystemMail()
  const { workplaceId } = request
  const language = writeTag(of.language)
  return db.read(request, async (tx) => {
    const rows = await findSystemTemplates(tx, workplaceId, { mail })
    const row = rows.find((one) => one.language === language)
    const used = [language, language.split('-')[0], ''].flatMap((tag) =>
      pickText(rows.find((one) => one.language === tag)),
    )
    const { subject, html } = used[0] ?? mailTextsOf(language).mails[mail]
    const people = await readPeople(tx, workplaceId, [row?.updated_by ?? null])
    return {
      ...{ mail, language, subject, html },
      isOwn: row !== undefined && row.subject !== null,
      revision: row?.revision ?? 0,
      languages: listLanguages(rows),
      hasLanguages: systemMails[mail].hasLanguages,
      placeholders: listPlaceholders(mail, sampleFilling(mail, { publicUrl, now })),
      fault: presentFault(row),
      updatedAt: row?.updated_at.toISOString() ?? null,
      updatedBy: people.find(row?.updated_by ?? null),
    }
  })
}

function pickText(row: Row | undefined): { subject: string; html: string }[] {
  const { subject = null, html = null } = row ?? {}
  return subject === null || html === null ? [] : [{ subject, html }]
}

function listLanguages(rows: readonly Row[]): string[] {
  return rows.filter(({ subject }) => subject !== null).map(({ language }) => language)
}

function presentFault(row: Row | undefined): SystemTemplateRow['fault'] {
  const { fault = null, failed_at = null } = row ?? {}
  return fault === null || failed_at === null ? null : { at: failed_at.toISOString(), message: fault }
}

function listPlaceholders(mail: SystemMail, { values, parts = {} }: Filling): SystemTemplate['placeholders'] {
  const content: SystemMailContent = systemMails[mail]
  return [
    ...content.parts.map((name) => ({ name, sample: toPlainText(parts[name] ?? ''), isPart: true })),
    ...content.placeholders.map((name) => ({ name, sample: values[name] ?? '', isPart: false })),
  ]
}

/** Returns the outcome of a test mail of a system template. */
export function getSystemTestMail(db: Database, { workplaceId }: Person, id: string): Promise<TestMail | Refusal> {
  return findTestMail(db, workplaceId, { id, of: 'system_mail' })
}
