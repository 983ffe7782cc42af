import type { MoveInSource } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { isUnderWay, orderMoveIn } from './order-move-in.ts'
import { invalidMoveIn, refuseMoveIn } from './policy.ts'
import { findMoveIn, sealPassword } from './stored-move-in.ts'

export interface ConnectMoveIn extends MoveInSource {
  readonly password: string
}

/**
 * Saves the database of another engine and orders a dry run, which only reads. The address is checked when the job
 * connects, by the rules for all outgoing connections. Refuses with `move-in.invalid`.
 *
 * @returns the id of the move.
 */
export async function connectMoveIn(
  { db, clock, runtime }: OperationContext,
  request: Request,
  entered: ConnectMoveIn,
): Promise<string | Refusal> {
  const refusal = refuseMoveIn(request.user)
  if (refusal !== null) return refusal
  if (!isZone(entered.timeZone))
    return invalidMoveIn(`Expected a time zone such as Europe/Berlin, but it is “${entered.timeZone}”.`, 'timeZone')
  const { workplaceId, user } = request
  const { vendor, host, port, database, schema = '', username, password, encryption, timeZone } = entered
  const id = runtime.newId()
  const now = clock()
  const created = await db.withTransaction(actorOf(request), async (tx) => {
    const last = await findMoveIn(tx, workplaceId, null, { lock: true })
    if (last !== null && isUnderWay(last.state))
      return invalidMoveIn('Expected no move in progress, but there is one. Stop it first, or wait until it has ended.')
    // Only the last one is shown: the passwords of others are of no use.
    await runSql(tx, sql`delete from move_in where workplace_id = ${workplaceId}`)
    await runSql(
      tx,
      sql`insert into move_in (workplace_id, id, vendor, host, port, database_name, schema_name, username, sealed, encryption, time_zone, since, definitions,
          state, is_dry_run, created_at, created_by)
        values (${workplaceId}, ${id}, ${vendor}, ${host}, ${port}, ${database}, ${schema}, ${username}, ${sealPassword(runtime.secret, password)}, ${encryption},
          ${timeZone}, ${entered.since}, ${entered.definitions}, 'checking', true, ${now}, ${user.username})`,
    )
    await tx.batch([orderMoveIn(workplaceId, id, now)])
    return id
  })
  if (created === id) runtime.announceJobs()
  return created
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
