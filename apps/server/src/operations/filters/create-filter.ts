import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import type { FilterFields } from './filter.ts'
import { refuseNewFilter } from './policy.ts'

/** Stores a query for tasks under a name. @returns the id. */
export async function createFilter(
  context: OperationContext,
  request: Request,
  { name, owner, query, properties }: FilterFields,
): Promise<string | Refusal> {
  const refusal = refuseNewFilter(request.user, owner)
  if (refusal instanceof Refusal) return refusal
  const { db, runtime, clock } = context
  const id = runtime.newId()
  const values = [request.workplaceId, id, name, owner, JSON.stringify(query), jsonOf(properties)]
  await db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        name: 'filter_create',
        text: `insert into task_filter (workplace_id, id, name, owner, query, properties, created_at, created_by, updated_at, updated_by)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $7, $8)`,
        values: [...values, clock().toISOString(), request.user.username],
      },
      logOperation(context, request, {
        operation: 'Create',
        entity: 'Filter',
        category: 'TaskWorker',
        changes: [{ property: 'filterId', newValue: id }],
      }),
    ]),
  )
  return id
}

export function jsonOf(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}
