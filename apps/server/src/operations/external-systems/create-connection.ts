import { type ConnectionSettings, externalLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { create } from '../records/create-record.ts'
import { closeSecret, refuseClientKey, refuseLines, refuseSignIn } from './check-connection.ts'
import { lockExternal, lockOwner, type SecretContext } from './external.ts'
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
  /** The connection that this connection replaces in an environment. */
  readonly standsFor?: { readonly id: string; readonly environment: string } | null
}

/** Creates a connection of an external system. Nobody reads its secret afterwards. @returns its id. */
export async function createConnection(
  context: SecretContext,
  request: Request,
  { systemId, name, description, settings, secret, secrets = {}, standsFor = null }: NewConnection,
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
    const refused =
      standsFor === null ? null : await refuseStandIn(tx, request, { systemId: system.id, settings, standsFor })
    if (refused !== null) return refused
    return {
      stands_for: standsFor?.id ?? null,
      environment: standsFor?.environment ?? null,
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

interface StandIn extends Pick<NewConnection, 'systemId' | 'settings'> {
  readonly standsFor: { readonly id: string; readonly environment: string }
}

/** Checks that a connection can stand for another one: it is of the same kind, and the only one of its environment. */
async function refuseStandIn(
  tx: Tx,
  { user }: Request,
  { systemId, settings, standsFor: { id, environment } }: StandIn,
): Promise<Refusal | null> {
  const base = await lockExternal(tx, user, 'connection', id)
  if (base instanceof Refusal) return base
  if (base.system_id !== systemId || base.stands_for !== null || base.kind !== settings.kind)
    return refuse(
      'external.invalid',
      'Expected a connection of the same system and kind that has no environment, but it is another one.',
    )
  const [taken] = await runSql(
    tx,
    sql`select from external_connection where workplace_id = ${user.workplaceId} and stands_for = ${id} and lower(environment) = lower(${environment})`,
  )
  return taken === undefined
    ? null
    : refuse(
        'external.environment-taken',
        `Expected an environment without values of “${base.name}”, but “${environment}” has some. Change those.`,
        [{ where: 'standsFor.environment', message: `“${environment}” has values already.` }],
      )
}
