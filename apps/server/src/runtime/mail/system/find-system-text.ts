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
 * What a workplace has written for readers of a language: for its tag, else for what stands before the first hyphen, else
 * for everybody. Null: what the product brings.
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

/** A tag as it is kept: `pt-BR`, however it was typed. */
export function writeTag(tag: string): string {
  try {
    return tag === '' ? '' : (Intl.getCanonicalLocales(tag)[0] ?? tag)
  } catch {
    return tag
  }
}
