import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import { jsonOf } from './create-filter.ts'
import type { FilterFields } from './filter.ts'
import { lockFilter } from './load-filter.ts'
import { refuseNewFilter } from './policy.ts'

/** Replaces all fields of a filter. Returns null on success, otherwise a refusal. */
export function changeFilter(
  context: OperationContext,
  request: Request,
  { id, fields: { name, owner, query, properties } }: { readonly id: string; readonly fields: FilterFields },
): Promise<Refusal | null> {
  const { db, clock } = context
  return db.withTransaction(actorOf(request), async (tx) => {
    const refusal =
      (await lockFilter(tx, request, id, 'filters.change')) ?? (await refuseForeignOwner(tx, request, id, owner))
    if (refusal !== null) return refusal
    const values = [request.workplaceId, id, name, owner, JSON.stringify(query), jsonOf(properties)]
    await tx.commit([
      {
        name: 'filter_change',
        text: `update task_filter set name = $3, owner = $4, query = $5, properties = $6, revision = revision + 1, updated_at = $7, updated_by = $8
          where workplace_id = $1 and id = $2`,
        values: [...values, clock().toISOString(), request.user.username],
      },
      logOperation(context, request, {
        operation: 'Update',
        entity: 'Filter',
        category: 'TaskWorker',
        changes: [{ property: 'filterId', newValue: id }],
      }),
    ])
    return null
  })
}

/** Refuses to give a filter to another user without the right to change all filters. */
async function refuseForeignOwner(
  tx: Parameters<typeof lockFilter>[0],
  request: Request,
  id: string,
  owner: string | null,
): Promise<Refusal | null> {
  const [rows] = await tx.batch([
    {
      name: 'filter_owner',
      text: 'select owner from task_filter where workplace_id = $1 and id = $2',
      values: [request.workplaceId, id],
    },
  ])
  return rows?.[0]?.[0] === owner ? null : refuseNewFilter(request.user, owner)
}
