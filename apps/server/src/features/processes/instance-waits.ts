import { isGateway } from '@millrace/bpmn'
import type { InstanceWait } from '@millrace/contract'
import type { Definition } from '@millrace/engine'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { findReadable } from '../../runtime/definitions/definitions.ts'
import { readGroupNames } from '../../runtime/rights/group-names.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { InstanceRow } from './instance-queries.ts'

/** Where a running instance stands: a leaf of its open elements, and what has to come for it to go on. */
interface WaitRow {
  readonly instance_id: string
  readonly id: string
  readonly element_key: string
  readonly state: string
  readonly started_at: Date
  readonly task_id: string | null
  readonly task_name: string | null
  readonly assignee: string | null
  readonly candidate_users: readonly string[] | null
  readonly candidate_groups: readonly string[] | null
  /** When the timer or the next attempt is due. */
  readonly due_at: Date | null
  readonly job_kind: string | null
  readonly event_kind: string | null
  readonly event_name: string | null
  readonly called_id: string | null
  readonly is_external: boolean
  readonly has_incident: boolean
}

/**
 * Returns the events and tasks that instances wait for, by instance, oldest first. Ended instances have none.
 *
 * @param most the maximum number for each instance.
 */
export async function readWaits(
  runtime: Runtime,
  tx: Tx,
  workplaceId: string,
  { instances, most }: { readonly instances: readonly InstanceRow[]; readonly most: number },
): Promise<Map<string, InstanceWait[]>> {
  const live = instances.filter(({ ended_at }) => ended_at === null)
  if (live.length === 0) return new Map()
  const rows = await runSql<WaitRow>(tx, waitsSql(workplaceId, live, most))
  const definitionIds = new Map(live.map(({ id, definition_id }) => [id, definition_id]))
  const definitions = new Map<string, Definition | null>()
  for (const id of new Set(rows.map(({ instance_id }) => definitionIds.get(instance_id) ?? '')))
    definitions.set(id, await findReadable(runtime, tx, workplaceId, { by: 'id', id }))
  const [people, groups] = await Promise.all([
    readPeople(
      tx,
      workplaceId,
      rows.flatMap(({ assignee, candidate_users }) => [assignee, ...(candidate_users ?? [])]),
    ),
    readGroupNames(
      tx,
      workplaceId,
      rows.flatMap(({ candidate_groups }) => candidate_groups ?? []),
    ),
  ])
  const waits = new Map<string, InstanceWait[]>()
  for (const row of rows) {
    const definition = definitions.get(definitionIds.get(row.instance_id) ?? '') ?? null
    const candidates = [
      ...(row.candidate_groups ?? []).map((key) => groups.get(key) ?? key),
      ...(row.candidate_users ?? []).map((name) => people.get(name).displayName),
    ]
    const wait: InstanceWait = {
      id: row.id,
      kind: kindOf(row, definition),
      elementId: row.element_key,
      step: nameStep(row, definition),
      since: row.started_at.toISOString(),
      until: row.due_at === null ? null : row.due_at.toISOString(),
      taskId: row.task_id,
      assignee: people.find(row.assignee),
      candidates,
      event: row.event_name,
      calledInstanceId: row.called_id,
    }
    waits.set(row.instance_id, [...(waits.get(row.instance_id) ?? []), wait])
  }
  return waits
}

function waitsSql(workplaceId: string, live: readonly InstanceRow[], most: number) {
  const ofElement = sql`workplace_id = ${workplaceId} and root_id = i.root_id and element_id = e.id`
  return sql`select e.*, t.id as task_id, t.name as task_name, t.assignee, t.candidate_users, t.candidate_groups,
      j.due_at, j.kind as job_kind, s.kind as event_kind, s.name as event_name,
      (select c.id from instance c where c.workplace_id = ${workplaceId} and c.caller_element_id = e.id order by c.id limit 1) as called_id,
      exists (select from external_task where ${ofElement}) as is_external,
      exists (select from incident where ${ofElement}) as has_incident
    from unnest(${live.map(({ id }) => id)}::uuid[], ${live.map(({ root_id }) => root_id)}::uuid[]) i (id, root_id)
    cross join lateral (select e.instance_id, e.id, e.element_key, e.state, e.started_at from element e
      where e.workplace_id = ${workplaceId} and e.root_id = i.root_id and e.instance_id = i.id
        and e.state in ('active', 'before', 'after') and e.open_children = 0 order by e.id limit ${most}) e
    left join lateral (select * from task where ${ofElement} limit 1) t on true
    left join lateral (select * from job where ${ofElement} order by due_at nulls last limit 1) j on true
    left join lateral (select * from subscription where ${ofElement} order by id limit 1) s on true
    order by e.id`
}

function kindOf(row: WaitRow, definition: Definition | null): InstanceWait['kind'] {
  if (row.has_incident) return 'incident'
  if (row.task_id !== null) return 'task'
  if (row.called_id !== null) return 'called'
  if (row.is_external) return 'work'
  const element = definition?.model.elements[row.element_key]
  if (row.job_kind === 'timer' || (element !== undefined && 'definitions' in element && row.due_at !== null))
    return 'timer'
  if (row.event_kind === 'message') return 'message'
  if (row.event_kind === 'signal') return 'signal'
  if (row.event_kind === 'conditional') return 'condition'
  return row.job_kind === null ? 'other' : 'work'
}

/** What a person calls the element that is waited at: the task's name, the model's, else its key. Gateways have no name worth telling. */
function nameStep({ element_key, task_name }: WaitRow, definition: Definition | null): string | null {
  const element = definition?.model.elements[element_key]
  if (task_name !== null) return task_name
  if (element !== undefined && isGateway(element)) return element.name
  return element?.name ?? element_key
}
