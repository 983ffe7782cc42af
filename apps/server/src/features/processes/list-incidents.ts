import type { AnswerOf, Incident, processCalls } from '@millrace/contract'
import type { Definition } from '@millrace/engine'
import { can } from '../../operations/instances/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import { findReadable } from '../../runtime/definitions/definitions.ts'
import { presentDetail } from '../../runtime/incidents/present-detail.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { getVisibleInstance } from './get-instance.ts'
import { type IncidentRow, listIncidents as selectIncidents } from './incident-queries.ts'

/** The maximum number of listed incidents. */
export const maxIncidents = 1_000

export async function listIncidents(
  runtime: Runtime,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof processCalls.incidents>> {
  const { user } = request
  const { workplaceId } = user
  return runtime.db.read(request, async (tx) => {
    const { instance, rights } = await getVisibleInstance(tx, user, id, 'see-data')
    const [rows, definition] = await Promise.all([
      selectIncidents(tx, workplaceId, instance, maxIncidents + 1),
      findReadable(runtime, tx, workplaceId, { by: 'id', id: instance.definition_id }),
    ])
    const mayRetry = can(user, 'retry', rights)
    const items = rows.slice(0, maxIncidents).map((row) => presentIncident(row, definition, mayRetry))
    return { items, isCapped: rows.length > maxIncidents }
  })
}

function presentIncident(row: IncidentRow, definition: Definition | null, mayRetry: boolean): Incident {
  const element = row.element_key === null ? null : definition?.model.elements[row.element_key]
  return {
    id: row.id,
    type: row.type,
    message: row.message ?? '',
    at: row.created_at.toISOString(),
    elementId: row.element_key,
    elementName: element?.name ?? null,
    activityId: row.element_id,
    jobId: row.job_id,
    detail: row.external_details ?? presentDetail(row.detail),
    note: row.annotation,
    causeId: mayRetry ? row.group_id : null,
    canRetry: mayRetry && canRetry(row),
  }
}

/** Returns whether an incident can be retried: it has a job or an external task. */
export function canRetry({ job_id, external_task_id }: IncidentRow): boolean {
  return job_id !== null || external_task_id !== null
}
