import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadAbsence } from './absence.ts'
import { noSuchAbsence } from './policy.ts'
import { type AbsenceSpan, findSubstitute, notifySubstitutes } from './write-absence.ts'

/** Changes the dates and the substitute of an absence. Returns null on success, otherwise a refusal. */
export async function changeAbsence(
  { db, clock }: OperationContext,
  request: Request,
  { id, span }: { readonly id: string; readonly span: AbsenceSpan },
): Promise<Refusal | null> {
  const { user } = request
  const { workplaceId, username } = user
  const now = clock()
  return db.withTransaction(actorOf(request), async (tx) => {
    const stored = await loadAbsence(tx, user, { id, next: span.substitute })
    if (stored instanceof Refusal) return stored
    const substitute = await findSubstitute(tx, user, { span, absent: stored.absent, now })
    if (substitute instanceof Refusal) return substitute
    const { from, until, note, processKeys } = span
    const changed = await runSql<object>(
      tx,
      sql`update absence set from_at = ${from}, until_at = ${until}, substitute_id = ${substitute.id}, note = ${note},
        process_keys = ${processKeys && [...processKeys]}::text[], updated_at = ${now.toISOString()}, updated_by = ${username}
        where workplace_id = ${workplaceId} and id = ${id} returning id`,
    )
    // Somebody may have removed it meanwhile.
    if (changed.length === 0) return noSuchAbsence()
    const notified = [substitute.username, ...(stored.substitute === null ? [] : [stored.substitute])]
    await notifySubstitutes(tx, workplaceId, [...new Set(notified)])
    return null
  })
}
