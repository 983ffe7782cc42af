import { externalLimits } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { lockExternal, lockOwner, made, noSuchExternal, type StoredConnection, withFreeNames } from './external.ts'
import { refuseIntegrator } from './policy.ts'

export interface NewApi {
  readonly systemId: string
  readonly name: string
  readonly description: string
  readonly connectionId: string
}

/** Makes an API of an external system, which is reached by one of its connections. @returns its id. */
export async function createApi(
  context: OperationContext,
  user: User,
  { systemId, name, description, connectionId }: NewApi,
): Promise<string | Refusal> {
  const refusal = refuseIntegrator(user)
  if (refusal !== null) return refusal
  const room = { of: 'api', by: 'system_id', most: externalLimits.apis } as const
  return withFreeNames(() =>
    context.db.withTransaction(actorOf(user), async (tx) => {
      const system = await lockOwner(tx, user, 'system', systemId, room)
      if (system instanceof Refusal) return system
      const connection = await lockConnectionOf(tx, user, system.id, connectionId)
      if (connection instanceof Refusal) return connection
      const row = made(context, user)
      await tx.query(
        kysely
          .insertInto('external_api')
          .values({ ...row, system_id: system.id, name, description, connection_id: connection.id }),
      )
      return row.id
    }),
  )
}

/** A connection in use of that system. Nobody disables it meanwhile. */
export async function lockConnectionOf(
  tx: Tx,
  user: User,
  systemId: string,
  id: string,
): Promise<StoredConnection | Refusal> {
  const connection = await lockExternal(tx, user, 'connection', id)
  if (connection instanceof Refusal) return connection
  return connection.system_id === systemId ? connection : noSuchExternal('connection')
}
