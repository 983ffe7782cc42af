import { connectionSettings } from '@millrace/contract'
import { sql } from 'kysely'
import { changeConnection } from '../../../external-systems/change-connection.ts'
import { listOtherSecrets, takesSecret } from '../../../external-systems/check-connection.ts'
import type { RestorableKind } from '../restorable-kind.ts'
import { oldValues, unfit } from '../unfit.ts'
import { aboutExternal, enableExternal, partsOfExternal } from './external.ts'

/** Connections. Their secrets stay, and a connection that would lead to another address needs its secret again. */
export const externalConnection: RestorableKind = {
  ...partsOfExternal('connection'),
  columns: ['name', 'description', 'settings'],
  also: ['sealed', 'other_secrets'],
  secrets: ['sealed', 'other_secrets'],
  effects: [
    {
      effect: 'apis',
      columns: ['settings'],
      count: ({ workplaceId, key }) =>
        sql`select count(*)::int as count from external_api where workplace_id = ${workplaceId} and connection_id = ${key}::uuid and disabled_at is null`,
    },
  ],
  async write(context, request, writing) {
    const refusal = await enableExternal(context, request, 'connection', writing)
    if (refusal !== null || writing.changed.size === 0) return refusal
    const { data: settings } = connectionSettings.safeParse(writing.target.settings)
    if (settings === undefined) return unfit(oldValues)
    // The operation removes secrets that the settings do not use, and no restore brings them back.
    const { sealed = null, other_secrets: others = null } = writing.row ?? {}
    if ((sealed !== null && !takesSecret(settings)) || (others !== null && listOtherSecrets(settings).length === 0))
      return unfit('The settings of this revision do not use the secret of the connection, which would be removed.')
    return changeConnection(context, request, { ...aboutExternal(writing), settings, secret: null })
  },
}
