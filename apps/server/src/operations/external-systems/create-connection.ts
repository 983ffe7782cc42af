import { type ConnectionSettings, externalLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { create } from '../records/create-record.ts'
import { closeSecret, refuseClientKey, refuseLines, refuseSignIn } from './check-connection.ts'
import { lockOwner, type SecretContext } from './external.ts'
import { externalRecords } from './external-kinds.ts'
import { closeOtherSecrets, type GivenSecrets, mergeSecrets, namesOf, refuseOtherLines } from './other-secrets.ts'
import { refuseIntegrator } from './policy.ts'

export interface NewConnection {
  readonly systemId: string
  readonly name: string
  readonly description: string
  readonly settings: ConnectionSettings
  /** Empty: none. */
  readonly secret: string
  readonly secrets?: GivenSecrets
}

/** Creates a connection of an external system. Nobody reads its secret afterwards. @returns its id. */
export async function createConnection(
  context: SecretContext,
  request: Request,
  { systemId, name, description, settings, secret, secrets = {} }: NewConnection,
): Promise<string | Refusal> {
  const others = mergeSecrets(settings, {}, secrets)
  const refusal =
    refuseIntegrator(request.user) ??
    refuseOtherLines(secrets) ??
    refuseSignIn(settings, secret !== '', namesOf(others)) ??
    refuseLines(settings, secret) ??
    refuseClientKey(settings, others.clientKey ?? '')
  if (refusal !== null) return refusal
  const room = { of: 'connection', by: 'system_id', most: externalLimits.connections } as const
  return create(context, request, externalRecords.connection, async (tx) => {
    const system = await lockOwner(tx, request.user, 'system', systemId, room)
    if (system instanceof Refusal) return system
    return {
      system_id: system.id,
      kind: settings.kind,
      name,
      description,
      settings: JSON.stringify(settings),
      sealed: closeSecret(context, settings, secret),
      other_secrets: closeOtherSecrets(context, others),
    }
  })
}
