import { type ConnectionSettings, connectionSettings } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { change } from '../records/change-record.ts'
import type { ExternalChange } from './change-external-system.ts'
import { closeSecret, leadsElsewhere, refuseLines, refuseSignIn, takesSecret } from './check-connection.ts'
import type { SecretContext, StoredConnection } from './external.ts'
import { externalRecords } from './external-kinds.ts'

export interface ConnectionChange extends ExternalChange {
  readonly settings: ConnectionSettings
  /** Null: it stays, which it can as long as the connection leads to the same place. */
  readonly secret: string | null
}

/** Changes a connection. The result of its last test is forgotten. @returns null on success. */
export function changeConnection(
  context: SecretContext,
  request: Request,
  { id, name, description, revision, settings, secret }: ConnectionChange,
): Promise<Refusal | null> {
  return change(context, request, externalRecords.connection, {
    ref: id,
    revision,
    columns: (_, connection) => {
      const sealed = sealedOf(context, connection, settings, secret)
      if (sealed instanceof Refusal) return sealed
      const untested = { tested_at: null, test_ms: null, test_fault: null }
      return { name, description, settings: JSON.stringify(settings), sealed, ...untested }
    },
  })
}

/** Nobody is sent a secret that somebody else has entered for another place. */
function sealedOf(
  context: SecretContext,
  { kind, settings: stored, sealed }: StoredConnection,
  settings: ConnectionSettings,
  secret: string | null,
): Buffer | Refusal | null {
  if (kind !== settings.kind)
    return refuse(
      'external.invalid',
      'Expected the same kind as before, but it has changed. Create another connection.',
    )
  const refusal =
    refuseSignIn(settings, secret === null ? sealed !== null : secret !== '') ?? refuseLines(settings, secret ?? '')
  if (refusal !== null) return refusal
  if (secret !== null) return closeSecret(context, settings, secret)
  if (sealed === null || !takesSecret(settings)) return null
  if (!leadsElsewhere(connectionSettings.parse(stored), settings)) return sealed
  const message = 'The address of the connection has changed. Enter the secret for the new address.'
  return refuse(
    'external.secret-missing',
    'Expected the secret for the new address of the connection, but it was entered for another address. Enter it again.',
    [{ where: 'secret', message }],
  )
}
