import type { AuthContext, User } from '../../platform/auth/user.ts'

/** Lets a user try again who was locked out. One who is not locked stays as he is. @returns whether there is one. */
export async function unlockUser({ db, clock }: AuthContext, actor: User, id: string): Promise<boolean> {
  const [rows] = await db.withTransaction(actor.workplaceId, (tx) =>
    tx.commit([
      {
        name: 'user_unlock',
        text: `update app_user set failed_tries = 0, locked_until = null, updated_at = $3, updated_by = $4,
            status = case when status = 'locked' then 'enabled' else status end
          where workplace_id = $1 and id::text = $2 returning id`,
        values: [actor.workplaceId, id, clock().toISOString(), actor.username],
      },
    ]),
  )
  return rows?.[0] !== undefined
}
