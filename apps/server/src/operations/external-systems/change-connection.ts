import { isDeepStrictEqual } from 'node:util'
import { type ConnectionSettings, connectionSettings } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { change } from '../records/change-record.ts'
import type { ExternalChange } from './change-external-system.ts'
import {
  closeSecret,
  leadsElsewhere,
  listOtherSecrets,
  needsOtherToken,
  refuseClientKey,
  refuseLines,
  refuseSignIn,
  takesSecret,
} from './check-connection.ts'
import type { SecretContext, StoredConnection } from './external.ts'
import { externalRecords } from './external-kinds.ts'
import { forgetState } from './forget-state.ts'
import {
  closeOtherSecrets,
  type GivenSecrets,
  mergeSecrets,
  namesOf,
  openOtherSecrets,
  refuseOtherLines,
} from './other-secrets.ts'

export interface ConnectionChange extends ExternalChange {
  readonly settings: ConnectionSettings
  /** A new secret; null keeps the stored one, which is refused when the connection leads to another address. */
  readonly secret: string | null
  readonly secrets?: GivenSecrets
}

/** Changes a connection. The result of its last test is forgotten. @returns null on success. */
export function changeConnection(
  context: SecretContext,
  request: Request,
  { id, name, description, revision, settings, secret, secrets = {} }: ConnectionChange,
): Promise<Refusal | null> {
  return change(context, request, externalRecords.connection, {
    ref: id,
    revision,
    columns: async (tx, connection) => {
      const sealed = sealedOf(context, connection, { settings, secret, secrets })
      if (sealed instanceof Refusal) return sealed
      const isSame = secret === null && Object.values(secrets).every((one) => one === null || one === undefined)
      const before = read(connection)
      if (!isSame || !isDeepStrictEqual(before, settings))
        await forgetState(tx, connection, {
          keepsRefresh: isSame && !leadsElsewhere(before, settings),
          keepsToken: !needsOtherToken(before, settings),
        })
      const untested = { tested_at: null, test_ms: null, test_fault: null }
      return { name, description, settings: JSON.stringify(settings), ...sealed, ...untested }
    },
  })
}

interface GivenConnection extends Pick<ConnectionChange, 'settings' | 'secret'> {
  readonly secrets: GivenSecrets
}

/**
 * Returns the encrypted secret. A change of the address needs the secret again, so that it is not sent to another
 * server.
 */
function sealedOf(
  context: SecretContext,
  connection: StoredConnection,
  { settings, secret, secrets }: GivenConnection,
): Pick<StoredConnection, 'sealed' | 'other_secrets'> | Refusal {
  const { kind, sealed, other_secrets } = connection
  if (kind !== settings.kind)
    return refuse(
      'external.invalid',
      'Expected the same kind as before, but it has changed. Create another connection.',
    )
  const isElsewhere = leadsElsewhere(read(connection), settings)
  if (isElsewhere && secret === null && sealed !== null && takesSecret(settings)) return enterAgain('secret')
  const before = openOtherSecrets(context, other_secrets)
  const lost = listOtherSecrets(settings).find(
    (name) => namesOf(before).includes(name) && (secrets[name] ?? null) === null,
  )
  if (isElsewhere && lost !== undefined) return enterAgain(`secrets.${lost}`)
  const others = mergeSecrets(settings, isElsewhere ? {} : before, secrets)
  const refusal =
    refuseOtherLines(secrets) ??
    refuseSignIn(settings, secret === null ? sealed !== null : secret !== '', namesOf(others)) ??
    refuseLines(settings, secret ?? '') ??
    refuseClientKey(settings, others.clientKey ?? '')
  if (refusal !== null) return refusal
  return {
    sealed: secret !== null ? closeSecret(context, settings, secret) : takesSecret(settings) ? sealed : null,
    other_secrets: closeOtherSecrets(context, others),
  }
}

function enterAgain(where: string): Refusal {
  const message = 'The address of the connection has changed. Enter the secret for the new address.'
  return refuse(
    'external.secret-missing',
    'Expected the secret for the new address of the connection, but it was entered for another address. Enter it again.',
    [{ where, message }],
  )
}

function read({ settings }: StoredConnection): ConnectionSettings {
  return connectionSettings.parse(settings)
}
