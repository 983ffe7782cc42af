import { isDeepStrictEqual } from 'node:util'
import type { ListenerSettings } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { ExternalChange } from '../external-systems/change-external-system.ts'
import { findExternal } from '../external-systems/external.ts'
import { externalRecords } from '../external-systems/external-kinds.ts'
import type { OperationContext } from '../operation-context.ts'
import { change } from '../records/change-record.ts'
import { noSuch } from '../records/find-record.ts'
import { refuseListenerSettings, refuseTarget, settingsOf } from './listener.ts'
import { orderLooks } from './order-looks.ts'

interface ListenerChange extends ExternalChange {
  readonly settings: ListenerSettings
  /** Whether a disabled listener is changed, too, and stays disabled. */
  readonly mayBeDisabled?: boolean
}

/** Listeners as if none were disabled. */
const evenDisabled: typeof externalRecords.listener = {
  ...externalRecords.listener,
  find: async (tx, workplaceId, id, options) => {
    const row = await externalRecords.listener.find(tx, workplaceId, id, options)
    return row === null ? null : { ...row, disabled_at: null }
  },
}

/**
 * Changes a listener. When the kind of signature of a webhook changes, its address and secret are deleted, because
 * others may know them. Changing the target needs the permission for what the new target does.
 *
 * @returns null on success.
 */
export async function changeListener(
  context: OperationContext,
  request: Request,
  { id, name, description, revision, settings, mayBeDisabled = false }: ListenerChange,
): Promise<Refusal | null> {
  const changed = await change(context, request, mayBeDisabled ? evenDisabled : externalRecords.listener, {
    ref: id,
    revision,
    columns: async (tx, row) => {
      const before = settingsOf(row)
      if (before.kind !== settings.kind)
        return refuse('external.invalid', 'Expected the same kind of listener as before, but it is another.')
      const api = await findExternal(tx, request.workplaceId, 'api', row.api_id)
      const connection = api && (await findExternal(tx, request.workplaceId, 'connection', api.connection_id))
      if (connection === null) return noSuch(externalRecords.api)
      const unfit =
        refuseListenerSettings(settings, connection.kind) ??
        (isDeepStrictEqual(before.target, settings.target) ? null : refuseTarget(request.user, settings))
      if (unfit !== null) return unfit
      const isOther =
        before.kind === 'webhook' && settings.kind === 'webhook' && before.signature !== settings.signature
      return { name, description, settings: JSON.stringify(settings), ...(isOther && nothingKnown) }
    },
  })
  if (changed === null && settings.kind !== 'webhook') await orderLooks(context.runtime, request.workplaceId, id)
  return changed
}

const nothingKnown = {
  token_hash: null,
  address: null,
  sealed: null,
  old_token_hash: null,
  old_sealed: null,
  old_until: null,
} as const
