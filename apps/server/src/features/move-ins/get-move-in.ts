import { type MoveIn, moveInLimits } from '@millrace/contract'
import type { Omission } from '../../operations/move-in/report.ts'
import { noSuchMoveIn, refuseMoveIn } from '../../operations/move-ins/policy.ts'
import { findMoveIn, type StoredMoveIn } from '../../operations/move-ins/stored-move-in.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'

/** Reads the last move of the workplace; null: there is none. */
export async function readLastMoveIn(
  db: Database,
  request: Request,
): Promise<{ readonly item: MoveIn | null } | Refusal> {
  const refusal = refuseMoveIn(request.user)
  if (refusal !== null) return refusal
  const found = await db.read(request, (tx) => findMoveIn(tx, request.workplaceId, null))
  return { item: found === null ? null : present(found) }
}

/** Reads a move after a change of it. Refuses with `thing.not-found`. */
export async function getMoveIn(db: Database, request: Request, id: string): Promise<MoveIn | Refusal> {
  const refusal = refuseMoveIn(request.user)
  if (refusal !== null) return refusal
  const found = await db.read(request, (tx) => findMoveIn(tx, request.workplaceId, id))
  return found === null ? noSuchMoveIn() : present(found)
}

function present(row: StoredMoveIn): MoveIn {
  const { report, position } = row
  return {
    id: row.id,
    vendor: row.vendor,
    host: row.host,
    port: row.port,
    database: row.database_name,
    schema: row.schema_name,
    username: row.username,
    encryption: row.encryption,
    timeZone: row.time_zone,
    since: row.since?.toISOString() ?? null,
    definitions: row.definitions,
    state: row.state,
    isDryRun: row.is_dry_run,
    product: row.product,
    step: position?.step ?? null,
    done: position?.done ?? 0,
    total: position?.total ?? null,
    message: row.message,
    counts: (report?.lines ?? []).slice(0, moveInLimits.lines),
    codes: (report?.codes ?? []).map(([code, count]) => ({ code, count })),
    omissions: listReasons(report?.omissions ?? []),
    notes: listReasons(report?.notes ?? []),
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}

function listReasons(reasons: readonly Omission[]): MoveIn['omissions'] {
  return reasons.slice(0, moveInLimits.lines).map(({ code, table, id, message }) => ({ code, table, id, message }))
}
