import { type AdapterSettings, externalLimits } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseAdapterSettings } from './check-adapter.ts'
import { findExternal, lockOwner, made, noSuchExternal, withFreeNames } from './external.ts'
import { refuseIntegrator } from './policy.ts'

export interface NewAdapter {
  readonly apiId: string
  readonly name: string
  /** What forms call it. It is never changed. */
  readonly key: string
  readonly description: string
  readonly settings: AdapterSettings
}

/** Makes an adapter of an API. @returns its id. */
export async function createAdapter(
  context: OperationContext,
  user: User,
  { apiId, name, key, description, settings }: NewAdapter,
): Promise<string | Refusal> {
  const refusal = refuseIntegrator(user)
  if (refusal !== null) return refusal
  const room = { of: 'adapter', by: 'api_id', most: externalLimits.adapters } as const
  return withFreeNames(() =>
    context.db.withTransaction(actorOf(user), async (tx) => {
      const api = await lockOwner(tx, user, 'api', apiId, room)
      if (api instanceof Refusal) return api
      const connection = await findExternal(tx, user.workplaceId, 'connection', api.connection_id)
      if (connection === null) return noSuchExternal('connection')
      const unfit = refuseAdapterSettings(settings, connection.kind)
      if (unfit !== null) return unfit
      const row = made(context, user)
      await tx.query(
        kysely.insertInto('external_adapter').values({
          ...row,
          system_id: api.system_id,
          api_id: api.id,
          kind: settings.kind,
          name,
          key,
          description,
          settings: JSON.stringify(settings),
        }),
      )
      return row.id
    }),
  )
}
