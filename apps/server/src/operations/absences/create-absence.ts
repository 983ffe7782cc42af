import { absenceLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { lockAccount, noSuchUser } from '../users/accounts.ts'
import { refuseAbsence, refuseAbsenceOf } from './policy.ts'
import { type AbsenceSpan, findSubstitute, hasTooMany, lockPeople, notifySubstitutes } from './write-absence.ts'

/** Creates an absence of the user, or of another user where one is named. */
export async function createAbsence(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { username, span }: { readonly username: string | null; readonly span: AbsenceSpan },
): Promise<{ id: string } | Refusal> {
  const { user } = request
  const early = refuseAbsenceOf(user, username)
  if (early !== null) return early
  const { workplaceId } = user
  const [now, id] = [clock(), runtime.newId()]
  return db.withTransaction(actorOf(request), async (tx) => {
    await lockPeople(tx, user, [username ?? user.username, span.substitute])
    const absent = await lockAccount(tx, user, username === null ? { id: user.id } : { username })
    if (absent === null) return noSuchUser()
    const refusal = refuseAbsence(user, 'arrange', absent)
    if (refusal !== null) return refusal
    const substitute = await findSubstitute(tx, user, { span, absent, now })
    if (substitute instanceof Refusal) return substitute
    if (await hasTooMany(tx, workplaceId, absent.id, now))
      return refuse(
        'absence.too-many',
        `Expected fewer absences, but there are ${absenceLimits.ofOne}. Remove an absence that you do not need.`,
      )
    const { from, until, note, processKeys } = span
    await runSql(
      tx,
      sql`insert into absence (workplace_id, id, user_id, from_at, until_at, substitute_id, note, process_keys, created_at, created_by, updated_at, updated_by)
        values (${workplaceId}, ${id}, ${absent.id}, ${from}, ${until}, ${substitute.id}, ${note}, ${processKeys && [...processKeys]}::text[],
          ${now.toISOString()}, ${user.username}, ${now.toISOString()}, ${user.username})`,
    )
    await notifySubstitutes(tx, workplaceId, [substitute.username])
    return { id }
  })
}
