import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { type Account, lockAccount } from '../users/accounts.ts'
import { noSuchAbsence, refuseAbsence } from './policy.ts'
import { lockPeople } from './write-absence.ts'

export interface StoredAbsence {
  readonly id: string
  readonly absent: Account
  /** The user name of the present substitute. */
  readonly substitute: string | null
}

/**
 * Loads an absence that the user may change. An absence of another user is reported as not found.
 *
 * @param next the new substitute, whose account is locked too.
 */
export async function loadAbsence(
  tx: Tx,
  user: Person,
  { id, next }: { readonly id: string; readonly next?: string },
): Promise<StoredAbsence | Refusal> {
  if (!isUuid(id)) return noSuchAbsence()
  const [row] = await runSql<{ user_id: string; username: string; substitute: string | null }>(
    tx,
    sql`select a.user_id, u.username, s.username as substitute from absence a
      join app_user u on u.workplace_id = a.workplace_id and u.id = a.user_id
      left join app_user s on s.workplace_id = a.workplace_id and s.id = a.substitute_id
      where a.workplace_id = ${user.workplaceId} and a.id = ${id}`,
  )
  if (row === undefined) return noSuchAbsence()
  await lockPeople(tx, user, [row.username, ...(next === undefined ? [] : [next])])
  const absent = await lockAccount(tx, user, { id: row.user_id })
  if (absent === null) return noSuchAbsence()
  return refuseAbsence(user, 'arrange', absent) === null ? { id, absent, substitute: row.substitute } : noSuchAbsence()
}
