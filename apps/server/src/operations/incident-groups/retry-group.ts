import { incidentGroupLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { writeOrder } from '../batches/orders.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchGroup, refuseIncidentGroup } from './policy.ts'

/** Orders a job that retries all incidents of a cause which are open now, in the user's name. Returns the id of the batch. */
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
  return writeOrder(context, request, {
    kind: 'incident-retry',
    action: {},
    about: id,
    none: () => refuse('batch.empty', 'Expected a cause with open incidents, but it has none.'),
    items: sql`select n.id, n.id as place, coalesce(i.title, nullif(trim(i.business_key), ''), n.instance_id::text, n.element_key, n.type) as name
      from (select id, instance_id, element_key, type from incident where workplace_id = ${workplaceId}::uuid and group_id = ${id}::uuid order by id limit ${incidentGroupLimits.batch}) n
        left join instance i on i.workplace_id = ${workplaceId}::uuid and i.id = n.instance_id`,
  })
}
