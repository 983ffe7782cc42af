import { externalLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { create } from '../records/create-record.ts'
import { noSuch } from '../records/find-record.ts'
import { lockExternal, lockOwner, type StoredConnection } from './external.ts'
import { externalRecords } from './external-kinds.ts'

export interface NewApi {
  readonly systemId: string
  readonly name: string
  readonly description: string
  readonly connectionId: string
}

/** Creates an API of an external system, which is reached by one of its connections. @returns its id. */
export function createApi(
  context: OperationContext,
  request: Request,
  { systemId, name, description, connectionId }: NewApi,
): Promise<string | Refusal> {
  const room = { of: 'api', by: 'system_id', most: externalLimits.apis } as const
  return create(context, request, externalRecords.api, async (tx) => {
    const system = await lockOwner(tx, request.user, 'system', systemId, room)
    if (system instanceof Refusal) return system
    const connection = await lockConnectionOf(tx, request.user, system.id, connectionId)
    if (connection instanceof Refusal) return connection
    return { system_id: system.id, name, description, connection_id: connection.id }
  })
}

/** Returns an enabled connection of the system, locked so that nobody disables it meanwhile. */
export async function lockConnectionOf(
  tx: Tx,
  user: Person,
  systemId: string,
  id: string,
): Promise<StoredConnection | Refusal> {
  const connection = await lockExternal(tx, user, 'connection', id)
  if (connection instanceof Refusal) return connection
  if (connection.system_id !== systemId) return noSuch(externalRecords.connection)
  if (connection.stands_for === null) return connection
  return refuse(
    'external.invalid',
    `Expected a connection for all environments, but “${connection.name}” has the values of one. Choose the connection that it stands for.`,
  )
}
