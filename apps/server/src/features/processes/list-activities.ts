import type { Activity, ActivityState, AnswerOf, processCalls } from '@millrace/contract'
import type { Definition } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findReadable } from '../../runtime/definitions/definitions.ts'
import { type People, readPeople } from '../../runtime/rights/people.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { type ActivityRow, listByIds, listNewest } from './activity-queries.ts'
import { endsByThrowing } from './ends-by-throwing.ts'
import { getVisibleInstance } from './get-instance.ts'
import type { InstanceRow } from './instance-queries.ts'

/** The maximum number of listed element instances; their parent scopes are added. */
export const maxActivities = 2_000

/** Lists the element instances of an instance, by start. */
export async function listActivities(
  runtime: Runtime,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof processCalls.activities>> {
  const { workplaceId } = request
  return runtime.db.read(request, async (tx) => {
    const { instance } = await getVisibleInstance(tx, request.user, id)
    const [newest, definition] = await Promise.all([
      listNewest(tx, workplaceId, instance, maxActivities + 1),
      findReadable(runtime, tx, workplaceId, { by: 'id', id: instance.definition_id }),
    ])
    const listed = newest.slice(0, maxActivities)
    const assignees = listed.map(({ assignee }) => assignee)
    // Nobody is assigned to a scope.
    const [shown, people] = await Promise.all([
      withScopes(tx, workplaceId, instance, listed),
      readPeople(tx, workplaceId, assignees),
    ])
    const items = shown
      .sort((a, b) => a.started_at.getTime() - b.started_at.getTime() || (a.id < b.id ? -1 : 1))
      .map((row) => presentActivity(row, { instance, definition, people }))
    return { items, isCapped: newest.length > maxActivities }
  })
}

async function withScopes(
  tx: Tx,
  workplaceId: string,
  instance: InstanceRow,
  rows: readonly ActivityRow[],
): Promise<ActivityRow[]> {
  const known = new Map(rows.map((row) => [row.id, row]))
  for (let added: readonly ActivityRow[] = rows; added.length > 0; ) {
    const missing = [...new Set(added.map(({ parent_id }) => parent_id))].filter(
      (id) => id !== instance.id && !known.has(id),
    )
    added = missing.length === 0 ? [] : await listByIds(tx, workplaceId, instance, missing)
    for (const row of added) known.set(row.id, row)
  }
  return [...known.values()]
}

function presentActivity(
  row: ActivityRow,
  { instance, definition, people }: { instance: InstanceRow; definition: Definition | null; people: People },
): Activity {
  const element = definition?.model.elements[row.element_key]
  return {
    id: row.id,
    parentId: row.parent_id === instance.id ? null : row.parent_id,
    elementId: row.element_key,
    name: row.task_name ?? element?.name ?? null,
    type: element?.type ?? 'task',
    state: stateOf(row, { instance, definition }),
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at === null ? null : row.ended_at.toISOString(),
    assignee: people.find(row.assignee),
    taskId: row.task_id,
    calledInstanceId: row.called_instance_id,
  }
}

function stateOf(
  { element_key, ended_at, is_cancelled, has_incident, state }: ActivityRow,
  { instance, definition }: { instance: InstanceRow; definition: Definition | null },
): ActivityState {
  if (ended_at !== null) return is_cancelled && !endsByThrowing(definition, element_key) ? 'cancelled' : 'completed'
  if (has_incident) return 'incident'
  if (instance.is_suspended) return 'suspended'
  return state === 'before' || state === 'joining' ? 'waiting' : 'active'
}
