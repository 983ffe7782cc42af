import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { change } from '../records/change-record.ts'
import type { ExternalChange } from './change-external-system.ts'
import { lockConnectionOf } from './create-api.ts'
import { findExternal, type StoredConnection } from './external.ts'
import { externalRecords } from './external-kinds.ts'

/**
 * Changes an API. A new connection has to be of the same kind as the old one, because the adapters of the API depend on
 * it.
 *
 * @returns null on success.
 */
export function changeApi(
  context: OperationContext,
  request: Request,
  { id, name, description, revision, connectionId }: ExternalChange & { readonly connectionId: string },
): Promise<Refusal | null> {
  const { workplaceId } = request
  let connection: StoredConnection | Refusal | null = null
  return change(context, request, externalRecords.api, {
    ref: id,
    revision,
    // As everybody does it who locks several: what is needed first.
    prepare: async (tx) => {
      const known = await findExternal(tx, workplaceId, 'api', id)
      if (known !== null) connection = await lockConnectionOf(tx, request.user, known.system_id, connectionId)
      return null
    },
    columns: async (tx, api) => {
      if (connection instanceof Refusal) return connection
      if (connectionId !== api.connection_id) {
        const before = await findExternal(tx, workplaceId, 'connection', api.connection_id)
        if (before?.kind !== connection?.kind)
          return refuse(
            'external.invalid',
            `Expected a connection of the same kind as the API, but “${connection?.name}” has another kind. Create another API for it.`,
          )
      }
      return { name, description, connection_id: connectionId }
    },
  })
}
