import { type ListenerSettings, listenerLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { findExternal, lockOwner } from '../external-systems/external.ts'
import { externalRecords } from '../external-systems/external-kinds.ts'
import type { OperationContext } from '../operation-context.ts'
import { create } from '../records/create-record.ts'
import { noSuch } from '../records/find-record.ts'
import { refuseListenerSettings, refuseTarget } from './listener.ts'
import { orderLooks } from './order-looks.ts'

export interface NewListener {
  readonly apiId: string
  readonly name: string
  readonly description: string
  readonly settings: ListenerSettings
  /** The reason to create the listener disabled; missing: it is enabled. */
  readonly disabledReason?: string
}

/** Creates a listener of an API. A webhook has no address until its secret is created. @returns its id. */
export async function createListener(
  context: OperationContext,
  request: Request,
  { apiId, name, description, settings, disabledReason }: NewListener,
): Promise<string | Refusal> {
  const room = { of: 'listener', by: 'api_id', most: listenerLimits.listeners } as const
  const created = await create(context, request, externalRecords.listener, async (tx) => {
    const api = await lockOwner(tx, request.user, 'api', apiId, room)
    if (api instanceof Refusal) return api
    const connection = await findExternal(tx, request.workplaceId, 'connection', api.connection_id)
    if (connection === null) return noSuch(externalRecords.connection)
    const unfit = refuseListenerSettings(settings, connection.kind) ?? refuseTarget(request.user, settings)
    if (unfit !== null) return unfit
    return {
      system_id: api.system_id,
      api_id: api.id,
      kind: settings.kind,
      name,
      description,
      settings: JSON.stringify(settings),
      ...(disabledReason !== undefined && {
        disabled_at: context.clock(),
        disabled_by: request.user.username,
        disabled_reason: disabledReason,
      }),
    }
  })
  if (!(created instanceof Refusal) && settings.kind !== 'webhook')
    await orderLooks(context.runtime, request.workplaceId)
  return created
}
