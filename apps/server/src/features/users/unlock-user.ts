import type { AuthContext, User } from '../../platform/auth/user.ts'
import { actorOf } from '../../runtime/actor.ts'

/** Lets a user try again who was locked out. One who is not locked stays as he is. @returns whether there is one. */
export async function unlockUser({ db, clock }: AuthContext, user: User, id: string): Promise<boolean> {
  const [rows] = await db.withTransaction(actorOf(user), (tx) =>
    tx.commit([
      {
        name: 'user_unlock',
        text: `update app_user set failed_tries = 0, locked_until = null, updated_at = $3, updated_by = $4,
            status = case when status = 'locked' then 'enabled' else status end
          where workplace_id = $1 and id::text = $2 returning id`,
        values: [user.workplaceId, id, clock().toISOString(), user.username],
      },
    ]),
  )
  return rows?.[0] !== undefined
}
