import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { deleteDeployment } from '../../runtime/deploy/delete-definitions.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { OperationContext } from '../operation-context.ts'
import { madeBy } from './demo-users.ts'
import { refuseRemoval } from './policy.ts'

/**
 * Removes the samples: processes with all instances and history, demo users, and groups without members. Returns null
 * on success, otherwise a refusal.
 */
export async function removeSamples({ runtime }: OperationContext, request: Request): Promise<Refusal | null> {
  const { workplaceId } = request
  const refusal = refuseRemoval(request.user, await isDemoUser(runtime, request))
  if (refusal !== null) return refusal
  const { deployments, processKeys } = await runtime.db.read(request, (tx) => findMade(tx, workplaceId))
  for (const { id } of deployments) await deleteDeployment(runtime, actorOf(request), id, { cascade: true })
  await runtime.db.withTransaction(actorOf(request), async (tx) => {
    const demoUsers = kysely
      .selectFrom('app_user')
      .where('workplace_id', '=', workplaceId)
      .where('created_by', '=', madeBy)
    const usernames = demoUsers.select('username')
    await tx.queries(
      kysely
        .deleteFrom('process_favourite')
        .where('workplace_id', '=', workplaceId)
        .where(({ or, eb }) =>
          or([
            eb('username', 'in', usernames),
            ...(processKeys.length === 0 ? [] : [eb('process_key', 'in', processKeys)]),
          ]),
        ),
      // What they sent and never used; the rest has gone with its instances.
      kysely
        .deleteFrom('stored_file')
        .where('workplace_id', '=', workplaceId)
        .where('instance_id', 'is', null)
        .where('uploaded_by', 'in', usernames),
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
  return null
}

/** Finds the deployments of the samples, and their processes that nobody else has deployed. */
async function findMade(tx: Tx, workplaceId: string) {
  const [deployments, definitions] = await tx.queries(
    kysely.selectFrom('deployment').where('workplace_id', '=', workplaceId).where('source', '=', madeBy).select('id'),
    kysely
      .selectFrom('process_definition as p')
      .innerJoin('deployment as d', (join) =>
        join.onRef('d.workplace_id', '=', 'p.workplace_id').onRef('d.id', '=', 'p.deployment_id'),
      )
      .where('p.workplace_id', '=', workplaceId)
      .groupBy('p.key')
      .having(({ fn, eb }) => fn<boolean>('bool_and', [eb('d.source', 'is not distinct from', madeBy)]))
      .select('p.key'),
  )
  return { deployments, processKeys: definitions.map(({ key }) => key) }
}

async function isDemoUser({ db }: Runtime, request: Request): Promise<boolean> {
  const { workplaceId, id } = request.user
  const rows = await db.read(request, (tx) =>
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
