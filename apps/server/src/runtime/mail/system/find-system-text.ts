import type { SystemMail } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { runSql } from '../../../platform/list/sql.ts'

/** A text that a workplace has written for a mail of the product. */
export interface OwnText {
  readonly language: string
  readonly subject: string
  readonly html: string
  readonly revision: number
}

/**
 * Finds the text of a workplace for a language: for the tag, else for its part before the first hyphen, else for
 * everybody. Null: the product's default.
 */
export async function findSystemText(
  tx: Tx,
  workplaceId: string,
  { mail, language }: { readonly mail: SystemMail; readonly language: string | null },
): Promise<OwnText | null> {
  const tag = writeTag(language ?? '')
  const wanted = [tag, tag.split('-')[0] ?? '', '']
  const rows = await runSql<OwnText>(
    tx,
    sql`select language, subject, html, revision from system_template
      where workplace_id = ${workplaceId}::uuid and mail = ${mail} and language = any(${wanted}::text[]) and subject is not null`,
  )
  for (const one of wanted) {
    const found = rows.find((row) => row.language === one)
    if (found !== undefined) return found
  }
  return null
}

/** Normalizes a language tag, such as `pt-BR`. */
export function writeTag(tag: string): string {
  try {
    return tag === '' ? '' : (Intl.getCanonicalLocales(tag)[0] ?? tag)
  } catch {
    return tag
  }
}
