import { type ConnectionSettings, connectionSettings } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { refuseChangedMeanwhile } from '../changed-meanwhile.ts'
import type { ExternalChange } from './change-external-system.ts'
import { closeSecret, leadsElsewhere, refuseSignIn, takesSecret } from './check-connection.ts'
import { lockExternal, type SecretContext, type StoredConnection, touched, withFreeNames } from './external.ts'
import { refuseIntegrator } from './policy.ts'

export interface ConnectionChange extends ExternalChange {
  readonly settings: ConnectionSettings
  /** Null: it stays, which it can as long as the connection leads to the same place. */
  readonly secret: string | null
}

/** Changes a connection. How the last test went is forgotten. Null when it is done. */
export async function changeConnection(
  context: SecretContext,
  user: User,
  { id, name, description, revision, settings, secret }: ConnectionChange,
): Promise<Refusal | null> {
  const refusal = refuseIntegrator(user)
  if (refusal !== null) return refusal
  return withFreeNames(() =>
    context.db.withTransaction(actorOf(user), async (tx) => {
      const connection = await lockExternal(tx, user, 'connection', id)
      if (connection instanceof Refusal) return connection
      const changed = await refuseChangedMeanwhile(tx, connection, revision)
      if (changed !== null) return changed
      const sealed = sealedOf(context, connection, settings, secret)
      if (sealed instanceof Refusal) return sealed
      const untested = { tested_at: null, test_ms: null, test_fault: null }
      await tx.query(
        kysely
          .updateTable('external_connection')
          .set({
            name,
            description,
            settings: JSON.stringify(settings),
            sealed,
            ...untested,
            ...touched(context, user, connection),
          })
          .where('workplace_id', '=', user.workplaceId)
          .where('id', '=', id),
      )
      return null
    }),
  )
}

/** Nobody is sent a secret that somebody else has entered for another place. */
function sealedOf(
  context: SecretContext,
  { kind, settings: stored, sealed }: StoredConnection,
  settings: ConnectionSettings,
  secret: string | null,
): Buffer | Refusal | null {
  if (kind !== settings.kind)
    return refuse('external.invalid', 'Expected a connection of the kind that it has. Make another one for this.')
  const refusal = refuseSignIn(settings, secret === null ? sealed !== null : secret !== '')
  if (refusal !== null) return refusal
  if (secret !== null) return closeSecret(context, settings, secret)
  if (sealed === null || !takesSecret(settings)) return null
  if (!leadsElsewhere(connectionSettings.parse(stored), settings)) return sealed
  const message = 'The connection leads to another place now. Enter the secret for that.'
  return refuse(
    'external.secret-missing',
    'Expected the secret for the place where the connection leads now, but it was entered for another one. Enter it again.',
    [{ where: 'secret', message }],
  )
}
