import { type ConnectionSettings, externalLimits } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { closeSecret, refuseSignIn } from './check-connection.ts'
import { lockOwner, made, type SecretContext, withFreeNames } from './external.ts'
import { refuseIntegrator } from './policy.ts'

export interface NewConnection {
  readonly systemId: string
  readonly name: string
  readonly description: string
  readonly settings: ConnectionSettings
  /** Empty: none. */
  readonly secret: string
}

/** Makes a connection of an external system. Nobody reads its secret afterwards. @returns its id. */
export async function createConnection(
  context: SecretContext,
  user: User,
  { systemId, name, description, settings, secret }: NewConnection,
): Promise<string | Refusal> {
  const refusal = refuseIntegrator(user) ?? refuseSignIn(settings, secret !== '')
  if (refusal !== null) return refusal
  const room = { of: 'connection', by: 'system_id', most: externalLimits.connections } as const
  return withFreeNames(() =>
    context.db.withTransaction(actorOf(user), async (tx) => {
      const system = await lockOwner(tx, user, 'system', systemId, room)
      if (system instanceof Refusal) return system
      const row = made(context, user)
      await tx.query(
        kysely.insertInto('external_connection').values({
          ...row,
          system_id: system.id,
          kind: settings.kind,
          name,
          description,
          settings: JSON.stringify(settings),
          sealed: closeSecret(context, settings, secret),
        }),
      )
      return row.id
    }),
  )
}
