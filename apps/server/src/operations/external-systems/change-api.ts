import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { refuseChangedMeanwhile } from '../changed-meanwhile.ts'
import type { OperationContext } from '../operation-context.ts'
import type { ExternalChange } from './change-external-system.ts'
import { lockConnectionOf } from './create-api.ts'
import { findExternal, lockExternal, noSuchExternal, touched, withFreeNames } from './external.ts'
import { refuseIntegrator } from './policy.ts'

/** Changes an API. Another connection is of the kind that the one before was: its adapters ask by it. Null when it is done. */
export async function changeApi(
  context: OperationContext,
  user: User,
  { id, name, description, revision, connectionId }: ExternalChange & { readonly connectionId: string },
): Promise<Refusal | null> {
  const refusal = refuseIntegrator(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return withFreeNames(() =>
    context.db.withTransaction(actorOf(user), async (tx) => {
      const known = await findExternal(tx, workplaceId, 'api', id)
      if (known === null) return noSuchExternal('api')
      // As everybody does it who locks several: what is needed first.
      const connection = await lockConnectionOf(tx, user, known.system_id, connectionId)
      const api = await lockExternal(tx, user, 'api', id)
      if (api instanceof Refusal) return api
      const changed = await refuseChangedMeanwhile(tx, api, revision)
      if (changed !== null) return changed
      if (connection instanceof Refusal) return connection
      if (connectionId !== api.connection_id) {
        const before = await findExternal(tx, workplaceId, 'connection', api.connection_id)
        if (before?.kind !== connection.kind)
          return refuse(
            'external.invalid',
            `Expected a connection of the kind that the API has, but “${connection.name}” is of another. Make another API for it.`,
          )
      }
      await tx.query(
        kysely
          .updateTable('external_api')
          .set({ name, description, connection_id: connectionId, ...touched(context, user, api) })
          .where('workplace_id', '=', workplaceId)
          .where('id', '=', id),
      )
      return null
    }),
  )
}
