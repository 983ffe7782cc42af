import { incidentGroupLimits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { orderBatch } from '../task-batches/batch-orders.ts'
import { noSuchGroup, refuseIncidentGroup } from './policy.ts'

/** The action of a batch on each incident of a cause. */
export interface IncidentDeed {
  readonly kind: 'retryIncident'
}

/** Orders a job that retries all incidents of a cause which are open now, in the user's name. */
export async function retryGroup(context: OperationContext, request: Request, id: string): Promise<string | Refusal> {
  const refusal = refuseIncidentGroup(request.user)
  if (refusal !== null) return refusal
  if (!isUuid(id)) return noSuchGroup()
  const { workplaceId } = request.user
  const [found] = await context.db.read(request, (tx) =>
    tx.batch([
      {
        name: 'incident_group_there',
        text: 'select id from incident_group where workplace_id = $1 and id = $2',
        values: [workplaceId, id],
      },
    ]),
  )
  if (found?.[0] === undefined) return noSuchGroup()
  const deed: IncidentDeed = { kind: 'retryIncident' }
  return orderBatch(context, request, {
    deed,
    about: id,
    none: () => refuse('batch.empty', 'Expected a cause with open incidents, but it has none.'),
    items: (batchId) => ({
      name: 'incident_batch_add_items',
      isLong: true,
      text: `insert into task_batch_item (workplace_id, batch_id, position, task_id, name, state)
        select $1, $2, row_number() over (order by n.id), n.id, coalesce(i.title, nullif(trim(i.business_key), ''), n.instance_id::text, n.element_key, n.type), 'waiting'
        from (select id, instance_id, element_key, type from incident where workplace_id = $1 and group_id = $3 order by id limit $4) n
          left join instance i on i.workplace_id = $1 and i.id = n.instance_id`,
      values: [workplaceId, batchId, id, incidentGroupLimits.batch],
    }),
  })
}
