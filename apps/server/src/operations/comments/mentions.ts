import { mentionsIn } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { isCommentReader } from '../../runtime/rights/readers.ts'
import type { Subject } from './subject.ts'

/** Returns the ids of users whom a message mentions and who may read it. Other names are plain text. */
export async function findMentioned(tx: Tx, user: Person, subject: Subject, message: string): Promise<string[]> {
  const names = mentionsIn(message)
  if (names.length === 0) return []
  const rows = await runSql<{ id: string }>(
    tx,
    sql`select u.id from app_user u where u.workplace_id = ${user.workplaceId} and u.username = any(${names}::text[]) and ${isCommentReader(subject)}`,
  )
  return rows.map(({ id }) => id)
}
