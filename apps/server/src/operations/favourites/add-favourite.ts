import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { mayStartInSql } from '../../runtime/rights/start-rights.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseFavourite } from './policy.ts'

/** Marks all versions of a process for the user. Returns null on success, otherwise a refusal. */
export async function addFavourite({ db }: OperationContext, request: Request, key: string): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseFavourite(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return db.withTransaction(actorOf(request), async (tx) => {
    if (!(await isProcessKnown(tx, user, key)))
      return refuse(
        'thing.not-found',
        `Expected a process with the key “${key}” that you may start, but there is none.`,
      )
    const favourite = { workplace_id: workplaceId, username, process_key: key }
    await tx.query(
      kysely
        .insertInto('process_favourite')
        .values(favourite)
        .onConflict((conflict) => conflict.doNothing()),
    )
    return null
  })
}

/** Returns whether any version of a process is there that the user could see. */
async function isProcessKnown(tx: Tx, user: Person, key: string): Promise<boolean> {
  const rows = await tx.query(
    kysely
      .selectFrom('process_definition as d')
      .where('d.workplace_id', '=', user.workplaceId)
      .where('d.key', '=', key)
      .where(mayStartInSql(user, 'd'))
      .select('d.id')
      .limit(1),
  )
  return rows.length > 0
}
