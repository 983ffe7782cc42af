import { connectionSettings } from '@millrace/contract'
import { sql } from 'kysely'
import { changeConnection } from '../../../external-systems/change-connection.ts'
import type { RestorableKind } from '../restorable-kind.ts'
import { aboutExternal, enableExternal, partsOfExternal } from './external.ts'

/** Connections. Their secrets stay, and a connection that would lead to another address needs its secret again. */
export const externalConnection: RestorableKind = {
  ...partsOfExternal('connection'),
  columns: ['name', 'description', 'settings'],
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
    const settings = connectionSettings.parse(writing.target.settings)
    return changeConnection(context, request, { ...aboutExternal(writing), settings, secret: null })
  },
}
