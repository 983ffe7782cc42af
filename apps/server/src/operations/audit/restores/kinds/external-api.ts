import { sql } from 'kysely'
import { changeApi } from '../../../external-systems/change-api.ts'
import { textOf } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'
import { aboutExternal, enableExternal, partsOfExternal } from './external.ts'

const api = (workplaceId: string, key: string) =>
  sql`workplace_id = ${workplaceId} and api_id = ${key}::uuid and disabled_at is null`

/** APIs of external systems, with the connection that they use. */
export const externalApi: RestorableKind = {
  ...partsOfExternal('api'),
  columns: ['name', 'description', 'connection_id'],
  references: { connection_id: { of: 'connection', isOfEnabled: true } },
  effects: [
    {
      effect: 'adapters',
      columns: ['connection_id'],
      count: ({ workplaceId, key }) =>
        sql`select ((select count(*) from external_adapter where ${api(workplaceId, key)})
          + (select count(*) from external_listener where ${api(workplaceId, key)}))::int as count`,
    },
  ],
  async write(context, request, writing) {
    const refusal = await enableExternal(context, request, 'api', writing)
    if (refusal !== null || writing.changed.size === 0) return refusal
    const connectionId = textOf(writing.target, 'connection_id')
    return changeApi(context, request, { ...aboutExternal(writing), connectionId })
  },
}
