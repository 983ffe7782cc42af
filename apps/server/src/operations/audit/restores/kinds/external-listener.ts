import { listenerSettings } from '@millrace/contract'
import { changeListener } from '../../../external-listeners/change-listener.ts'
import { restoreListener } from '../../../external-listeners/restore-listener.ts'
import { jsonOf } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'
import { oldValues, unfit } from '../unfit.ts'
import { aboutExternal, partsOfExternal } from './external.ts'

/** Webhooks, watched folders and mail inboxes. Their addresses and secrets stay. */
export const externalListener: RestorableKind = {
  ...partsOfExternal('listener'),
  columns: ['name', 'description', 'settings'],
  also: ['kind', 'token_hash'],
  secrets: ['sealed', 'address'],
  async write(context, request, writing) {
    const { key, row, target, changed, isEnabled } = writing
    const refusal = isEnabled ? await restoreListener(context, request, key[0]) : null
    if (refusal !== null || changed.size === 0) return refusal
    const [before, after] = [row ?? {}, target].map((columns) =>
      listenerSettings.safeParse({ ...jsonOf<object>(columns, 'settings'), kind: row?.kind }),
    )
    if (after?.data === undefined) return unfit(oldValues)
    // The operation deletes the address and the secret of another kind of signature, and no restore brings them back.
    if ((row?.token_hash ?? null) !== null && signatureOf(before?.data) !== signatureOf(after.data))
      return unfit('The webhook had another kind of signature at this revision, so its address would be deleted.')
    return changeListener(context, request, { ...aboutExternal(writing), settings: after.data })
  },
}

function signatureOf(settings: ReturnType<typeof listenerSettings.parse> | undefined): string | null {
  return settings?.kind === 'webhook' ? settings.signature : null
}
