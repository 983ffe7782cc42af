import type { UserChangeOfMany, UserChangeResult, UserChangeState } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { runSql } from '../../platform/list/sql.ts'

export interface StoredChange {
  readonly workplace_id: string
  readonly id: string
  readonly user_id: string
  readonly change: UserChangeOfMany
  readonly state: UserChangeState
  readonly total_count: number
  readonly done_count: number
  readonly position: number
  readonly changed_count: number
  readonly same_count: number
  readonly refused_count: number
  readonly created_at: Date
  readonly ended_at: Date | null
}

/** The result of a change for one user, as it is stored. */
export interface ChangeOutcome {
  readonly position: number
  readonly result: UserChangeResult
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly code: string | null
  readonly message: string | null
}

/** Finds a change of several users that the user has ordered; without an id the last one. */
export async function findChange(
  tx: Tx,
  { workplaceId, id: userId }: Person,
  id: string | null,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredChange | null> {
  if (id !== null && !isUuid(id)) return null
  const [row] = await runSql<StoredChange>(
    tx,
    sql`select * from user_change where workplace_id = ${workplaceId} and user_id = ${userId} and ${id === null ? sql`true` : sql`id = ${id}`}
      order by created_at desc limit 1 ${lock ? sql`for update` : sql``}`,
  )
  return row ?? null
}

/** Returns the statement that orders a job which checks or changes the users. */
export function orderChangeJob({ workplaceId }: Person, id: string, at: Date): Statement {
  return {
    name: 'user_change_order',
    text: `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, data, created_at)
      values ($1, $2, $2, 'user-change', 'user-change', $3, 3, 0, false, false, '{}', $3)
      on conflict (workplace_id, id) do update set due_at = excluded.due_at, locked_by = null, locked_until = null`,
    values: [workplaceId, id, at.toISOString()],
  }
}
