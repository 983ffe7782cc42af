import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadAbsence } from './absence.ts'
import { notifySubstitutes } from './write-absence.ts'

/**
 * Deletes an absence that has not started, or ends one that has. Its substitute no longer works on the tasks. Returns
 * null on success, otherwise a refusal.
 */
export async function removeAbsence({ db }: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  const { workplaceId } = request
  return db.withTransaction(actorOf(request), async (tx) => {
    const stored = await loadAbsence(tx, request.user, { id })
    if (stored instanceof Refusal) return stored
    await runSql(tx, sql`delete from absence where workplace_id = ${workplaceId} and id = ${id}`)
    await notifySubstitutes(tx, workplaceId, stored.substitute === null ? [] : [stored.substitute])
    return null
  })
}
