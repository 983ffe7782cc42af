import { type AdapterSettings, externalLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { create } from '../records/create-record.ts'
import { noSuch } from '../records/find-record.ts'
import { refuseAdapterSettings } from './check-adapter.ts'
import { findExternal, lockOwner } from './external.ts'
import { externalRecords } from './external-kinds.ts'

export interface NewAdapter {
  readonly apiId: string
  readonly name: string
  /** The key by which forms refer to the adapter. It never changes. */
  readonly key: string
  readonly description: string
  readonly settings: AdapterSettings
}

/** Creates an adapter of an API. @returns its id. */
export function createAdapter(
  context: OperationContext,
  request: Request,
  { apiId, name, key, description, settings }: NewAdapter,
): Promise<string | Refusal> {
  const room = { of: 'adapter', by: 'api_id', most: externalLimits.adapters } as const
  return create(context, request, externalRecords.adapter, async (tx) => {
    const api = await lockOwner(tx, request.user, 'api', apiId, room)
    if (api instanceof Refusal) return api
    const connection = await findExternal(tx, request.workplaceId, 'connection', api.connection_id)
    if (connection === null) return noSuch(externalRecords.connection)
    const unfit = refuseAdapterSettings(settings, connection.kind)
    if (unfit !== null) return unfit
    return {
      system_id: api.system_id,
      api_id: api.id,
      kind: settings.kind,
      name,
      key,
      description,
      settings: JSON.stringify(settings),
    }
  })
}
