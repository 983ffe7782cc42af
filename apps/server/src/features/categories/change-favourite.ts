import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { isProcessKnown } from './startable-queries.ts'

/** Marks all versions of a process for the user. */
export async function addFavourite(db: Database, user: User, key: string): Promise<void> {
  const { workplaceId, username } = user
  await db.withTransaction(actorOf(user), async (tx) => {
    if (!(await isProcessKnown(tx, user, key)))
      throw refuse('thing.not-found', `Expected a process with the key “${key}” that you may start, but there is none.`)
    const favourite = { workplace_id: workplaceId, username, process_key: key }
    await tx.query(
      kysely
        .insertInto('process_favourite')
        .values(favourite)
        .onConflict((conflict) => conflict.doNothing()),
    )
  })
}

/** Taking away a mark that is not there changes nothing. */
export async function removeFavourite(db: Database, user: User, key: string): Promise<void> {
  const { workplaceId, username } = user
  await db.withTransaction(actorOf(user), (tx) =>
    tx.query(
      kysely
        .deleteFrom('process_favourite')
        .where('workplace_id', '=', workplaceId)
        .where('username', '=', username)
        .where('process_key', '=', key),
    ),
  )
}
