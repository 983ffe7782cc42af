import type { Incident } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { ResultRows, Statement } from '../../platform/db/batch.ts'
import type { Runtime } from '../runtime.ts'
import { type RaisedIncident, raiseIncidentsStatements } from '../save/incident-statements.ts'
import { shelveJobStatement } from '../save/job-statements.ts'
import type { RootPlace } from '../save/row-statements.ts'
import { unitOfWork } from './unit-of-work.ts'

export interface Shelving {
  readonly id: string
  /** The worker that holds the job. */
  readonly workerId: string
  readonly message: string
  /** The code of the failure for API clients. */
  readonly code: string
}

/**
 * Sets the retries of a job to zero and raises its incident without the engine: for jobs whose failure cannot be
 * recorded otherwise, for example because loading their rows crashes the process. Reads only the position of the job
 * and its callers.
 */
export async function shelveJob(runtime: Runtime, actor: Actor, shelving: Shelving): Promise<void> {
  const { workplaceId } = actor
  const { id, message, code } = shelving
  await unitOfWork(runtime, actor, async (unit) => {
    const [shelved, found] = await unit.change(
      { by: 'job', id },
      shelveJobStatement(workplaceId, shelving),
      placesStatement(workplaceId, id),
    )
    const places = (found ?? []).map(readPlace)
    const [own] = places
    if (shelved?.[0] === undefined || own === undefined || own.hasIncident) return
    const raised = raise(runtime, places, { sourceId: id, message, detail: { code, ...own.delivery } })
    unit.write(...raiseIncidentsStatements(runtime, own.root(workplaceId), raised))
  })
}

/** Where an incident is to stand: the place of the job, then of each call that led there. */
interface Place {
  readonly instanceId: string
  readonly elementInstanceId: string | null
  readonly elementId: string | null
  readonly executionId: string
  readonly hasIncident: boolean
  readonly delivery: Incident['detail']
  readonly root: (workplaceId: string) => RootPlace
}

function placesStatement(workplaceId: string, id: string): Statement {
  return {
    name: 'job_places',
    text: `with recursive place as (
        select 0 as depth, root_id, instance_id, element_id, element_key, definition_id, tenant_id, kind = 'delivery' as is_delivery, data->'thrower' as thrower
          from job where workplace_id = $1 and id = $2
        union all
        select p.depth + 1, p.root_id, i.caller_instance_id, i.caller_element_id, (select element_key from element where workplace_id = $1 and id = i.caller_element_id), null, null, false, null
          from place p join instance i on i.workplace_id = $1 and i.id = p.instance_id where i.caller_element_id is not null)
      select root_id, instance_id, element_id, element_key, definition_id, tenant_id, (select execution_id from element where workplace_id = $1 and id = place.element_id),
        exists (select from incident n where n.workplace_id = $1 and n.root_id = place.root_id and n.source_id = $2), is_delivery, thrower
      from place order by depth`,
    values: [workplaceId, id],
  }
}

function readPlace([
  rootId,
  instanceId,
  elementInstanceId = null,
  elementId = null,
  definitionId,
  tenantId = null,
  executionId,
  hasIncident,
  isDelivery,
  thrower,
]: ResultRows[number]): Place {
  const root = rootId ?? ''
  // Tasks that belong to no process and definitions are no instances, but stand in their place.
  const kind = instanceId != null ? 'process' : definitionId != null ? 'definition' : 'task'
  return {
    instanceId: instanceId ?? root,
    elementInstanceId,
    elementId,
    executionId: executionId ?? instanceId ?? root,
    hasIncident: hasIncident === 't',
    delivery:
      isDelivery === 't' && thrower != null
        ? { thrower: JSON.parse(thrower), receiver: { instanceId: instanceId ?? root, elementId } }
        : null,
    root: (workplaceId) => ({ workplaceId, rootId: root, kind, tenantId }),
  }
}

/**
 * Creates incidents as the engine does: each one in a calling instance names the incident in the called instance as its
 * cause.
 */
function raise(
  { newId, clock }: Runtime,
  places: readonly Place[],
  what: Pick<Incident, 'sourceId' | 'message' | 'detail'>,
): RaisedIncident[] {
  const createdAt = clock().toISOString()
  const ids = places.map(() => newId())
  return places.map(({ instanceId, elementInstanceId, elementId, executionId }, index) => {
    const id = ids[index] ?? ''
    const causes = { causeId: ids[index - 1] ?? id, rootCauseId: ids[0] ?? id }
    const place = { instanceId, elementInstanceId, elementId }
    return { incident: { id, ...place, type: 'failedJob', ...what, ...causes, createdAt }, executionId }
  })
}
