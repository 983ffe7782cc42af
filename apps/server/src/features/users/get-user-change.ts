import { type UserChange, type UserChangeResult, type UserChangeRow, userChangeLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { noSuchChange, refuseUserChange } from '../../operations/user-changes/policy.ts'
import { findChange, type StoredChange } from '../../operations/user-changes/user-change.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { displayNameOf } from '../../runtime/rights/people.ts'

interface Found {
  readonly item: UserChange | null
  readonly rows: UserChangeRow[]
  readonly next: number | null
}

interface ChangeRequest {
  readonly id?: string | undefined
  readonly result?: UserChangeResult | undefined
  readonly after: number
}

/** Reads a change of the caller with a page of its results. Refuses with `thing.not-found`. */
export function readUserChange(
  db: Database,
  request: Request,
  { id, result, after }: ChangeRequest,
): Promise<Found | Refusal> {
  return db.read(request, async (tx) => {
    const refusal = refuseUserChange(request.user)
    if (refusal !== null) return refusal
    const found = await findChange(tx, request.user, id ?? null)
    if (found === null) return id === undefined ? { item: null, rows: [], next: null } : noSuchChange()
    const rows = await readResults(tx, found, { result, after, size: userChangeLimits.page + 1 })
    const shown = rows.slice(0, userChangeLimits.page)
    return {
      item: present(found),
      rows: shown,
      next: rows.length > shown.length ? (shown.at(-1)?.position ?? null) : null,
    }
  })
}

/** Reads a change after an operation on it. */
export function getUserChange(db: Database, request: Request, id: string): Promise<UserChange | Refusal> {
  return db.read(request, async (tx) => {
    const found = await findChange(tx, request.user, id)
    return found === null ? noSuchChange() : present(found)
  })
}

interface Page {
  readonly result?: UserChangeResult | undefined
  readonly after: number
  readonly size: number
}

/**
 * Reads the results for users, in their order. While the change is being applied, results of the check are left out.
 */
export async function readResults(
  tx: Tx,
  { workplace_id, id, state, position }: StoredChange,
  { result, after, size }: Page,
): Promise<UserChangeRow[]> {
  return runSql<UserChangeRow>(
    tx,
    sql`select r.position, r.account_id as id, ${displayNameOf('u')} as name, u.username, r.result, r.added, r.removed, r.code, r.message
      from user_change_row r join app_user u on u.workplace_id = r.workplace_id and u.id = r.account_id
      where r.workplace_id = ${workplace_id} and r.change_id = ${id} and r.position > ${after}
        and ${result === undefined ? sql`r.result is not null` : sql`r.result = ${result}`}
        and ${state === 'changing' ? sql`(r.result <> 'changed' or r.position <= ${position})` : sql`true`} order by r.position limit ${size}`,
  )
}

function present(row: StoredChange): UserChange {
  return {
    id: row.id,
    change: row.change,
    state: row.state,
    total: row.total_count,
    done: row.done_count,
    counts: { changed: row.changed_count, same: row.same_count, refused: row.refused_count },
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}
