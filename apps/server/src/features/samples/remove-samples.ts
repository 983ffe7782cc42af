import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { deleteDeployment } from '../../runtime/delete-definitions.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { madeBy } from './demo-users.ts'

/** Takes away what the samples brought: processes with all instances and history, demo users, and groups that are empty then. */
export async function removeSamples(runtime: Runtime, user: User): Promise<void> {
  const { workplaceId } = user
  if (await isDemoUser(runtime, user))
    throw refuse(
      'right.missing',
      'Expected an administrator of your own, but you are a demo user and would remove yourself. Sign in as another administrator.',
    )
  const deployments = await runtime.db.withTransaction(workplaceId, (tx) =>
    tx.query(
      kysely.selectFrom('deployment').where('workplace_id', '=', workplaceId).where('source', '=', madeBy).select('id'),
    ),
  )
  for (const { id } of deployments) await deleteDeployment(runtime, actorOf(user), id, { cascade: true })
  await runtime.db.withTransaction(workplaceId, async (tx) => {
    const demoUsers = kysely
      .selectFrom('app_user')
      .where('workplace_id', '=', workplaceId)
      .where('created_by', '=', madeBy)
    await tx.queries(
      kysely
        .deleteFrom('process_favourite')
        .where('workplace_id', '=', workplaceId)
        .where('username', 'in', demoUsers.select('username')),
      kysely.deleteFrom('app_user').where('workplace_id', '=', workplaceId).where('created_by', '=', madeBy),
      kysely
        .deleteFrom('user_group as g')
        .where('g.workplace_id', '=', workplaceId)
        .where('g.created_by', '=', madeBy)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('group_member as m')
                .where('m.workplace_id', '=', workplaceId)
                .whereRef('m.group_id', '=', 'g.id')
                .select('m.user_id'),
            ),
          ),
        ),
    )
  })
}

async function isDemoUser({ db }: Runtime, { workplaceId, id }: User): Promise<boolean> {
  const rows = await db.withTransaction(workplaceId, (tx) =>
    tx.query(
      kysely
        .selectFrom('app_user')
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', id)
        .where('created_by', '=', madeBy)
        .select('id'),
    ),
  )
  return rows.length > 0
}
