import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import { lockFilter } from './load-filter.ts'

/** Deletes a filter and its authorizations. Returns null on success, otherwise a refusal. */
export function deleteFilter(context: OperationContext, request: Request, id: string): Promise<Refusal | null> {
  return context.db.withTransaction(actorOf(request), async (tx) => {
    const refusal = await lockFilter(tx, request, id, 'filters.delete')
    if (refusal !== null) return refusal
    const values = [request.workplaceId, id]
    await tx.commit([
      { name: 'filter_delete', text: 'delete from task_filter where workplace_id = $1 and id = $2', values },
      {
        name: 'filter_delete_grants',
        text: 'delete from user_authorization where workplace_id = $1 and resource_type = 5 and resource_id = $2',
        values,
      },
      logOperation(context, request, {
        operation: 'Delete',
        entity: 'Filter',
        category: 'TaskWorker',
        changes: [{ property: 'filterId', newValue: id }],
      }),
    ])
    return null
  })
}
