import { sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { type Account, lockAccount } from '../users/accounts.ts'
import { noSuchAbsence, refuseAbsence } from './policy.ts'

export interface StoredAbsence {
  readonly id: string
  readonly absent: Account
  /** User name of whoever stands in so far. */
  readonly substitute: string | null
}

/** The absence, where the user may change it. One of somebody else is as good as none to others. */
export async function loadAbsence(tx: Tx, user: User, id: string): Promise<StoredAbsence | Refusal> {
  if (!isUuid(id)) return noSuchAbsence()
  const [row] = await runSql<{ user_id: string; substitute: string | null }>(
    tx,
    sql`select a.user_id, s.username as substitute from absence a
      left join app_user s on s.workplace_id = a.workplace_id and s.id = a.substitute_id
      where a.workplace_id = ${user.workplaceId} and a.id = ${id}`,
  )
  if (row === undefined) return noSuchAbsence()
  const absent = await lockAccount(tx, user, { id: row.user_id })
  if (absent === null) return noSuchAbsence()
  return refuseAbsence(user, 'change', absent) === null ? { id, absent, substitute: row.substitute } : noSuchAbsence()
}
