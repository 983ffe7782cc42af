import type { AnswerOf, processCalls } from '@millrace/contract'
import type { Definition } from '@millrace/engine'
import { sql } from 'kysely'
import { can } from '../../operations/instances/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { findReadable } from '../../runtime/definitions/definitions.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { ElementCount } from './activity-queries.ts'
import { endsByThrowing } from './ends-by-throwing.ts'
import { getVisibleInstance } from './get-instance.ts'
import { presentElements } from './get-instance-diagram.ts'
import type { InstanceRow } from './instance-queries.ts'

/** How many marks a slider gets: what lies closer together than that is one. */
const maxMarks = 200

/** Returns the times of events of an instance, grouped in PostgreSQL: ten thousand facts become two hundred marks. */
export async function getInstanceMoments(
  runtime: Runtime,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof processCalls.moments>> {
  const { user } = request
  return runtime.db.read(request, async (tx) => {
    const { instance, rights } = await getVisibleInstance(tx, user, id)
    const from = instance.started_at
    const to = endOf(runtime, instance)
    const moments = momentsOf(user, instance, can(user, 'see-data', rights))
    const marks = await runSql<{ at: Date; count: number; kind: 'step' | 'data' | 'incident'; total: number }>(
      tx,
      sql`select min(at) as at, count(*)::int as count, case max(weight) when 3 then 'incident' when 2 then 'step' else 'data' end as kind,
          (sum(count(*)) over ())::int as total
        from (select at, max(weight) as weight from (${moments}) m where at between ${from} and ${to} group by at) m
        group by floor(extract(epoch from at - ${from}::timestamptz) / greatest(extract(epoch from ${to}::timestamptz - ${from}::timestamptz), 0.001) * ${maxMarks - 1}) order by 1`,
    )
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      total: marks[0]?.total ?? 0,
      marks: marks.map(({ at, count, kind }) => ({ at: at.toISOString(), count, kind })),
    }
  })
}

/**
 * Returns the state of an instance at a time, derived from its history and its open rows.
 *
 * @param input.at undefined: the end of the instance, or now.
 */
export async function getInstanceMoment(
  runtime: Runtime,
  request: Request,
  { id, at: asked }: { id: string; at?: string | undefined },
): Promise<AnswerOf<typeof processCalls.moment>> {
  const { user } = request
  const { workplaceId } = user
  return runtime.db.read(request, async (tx) => {
    const { instance, rights } = await getVisibleInstance(tx, user, id)
    const at = asked ?? endOf(runtime, instance).toISOString()
    const seesData = can(user, 'see-data', rights)
    const [counts, incidents, flows, [place], definition] = await Promise.all([
      runSql<ElementCount>(tx, countsAt(workplaceId, instance, at)),
      seesData ? runSql<{ element_key: string; count: number }>(tx, incidentsAt(workplaceId, instance, at)) : [],
      runSql<{ flow_key: string }>(tx, flowsAt(workplaceId, instance, at)),
      runSql<{ previous: Date | null; next: Date | null; place: number }>(
        tx,
        sql`select max(at) filter (where at < ${at}::timestamptz) as previous, min(at) filter (where at > ${at}::timestamptz) as next,
            (count(distinct at) filter (where at <= ${at}::timestamptz))::int as place from (${momentsOf(user, instance, seesData)}) m`,
      ),
      findReadable(runtime, tx, workplaceId, { by: 'id', id: instance.definition_id }),
    ])
    const elements = presentElements(
      counts.map((count) => ({
        ...count,
        is_cancelled: count.is_cancelled && !endsByThrowing(definition, count.element_key),
      })),
      new Map(incidents.map(({ element_key, count }) => [element_key, count])),
    )
    return {
      at,
      previous: place?.previous?.toISOString() ?? null,
      next: place?.next?.toISOString() ?? null,
      place: place?.place ?? 0,
      elements,
      takenFlows: flows.map(({ flow_key }) => flow_key),
      open: elements.flatMap(({ elementId, active }) => (active > 0 ? nameOf(definition, elementId) : [])),
    }
  })
}

/** When it ended, or now. */
function endOf({ clock }: Runtime, { started_at, ended_at }: InstanceRow): Date {
  return ended_at ?? new Date(Math.max(clock().getTime(), started_at.getTime()))
}

/** All moments of an instance, `at` and `weight`: 3 for an incident, 2 for a step, 1 for data. Some come more than once. */
function momentsOf(
  { workplaceId }: Person,
  { id, root_id, started_at, ended_at }: InstanceRow,
  seesData: boolean,
): Sql {
  const ofInstance = sql`workplace_id = ${workplaceId} and instance_id = ${id}`
  const parts = [
    sql`select ${started_at}::timestamptz as at, 2 as weight`,
    ...(ended_at === null ? [] : [sql`select ${ended_at}::timestamptz, 2`]),
    sql`select started_at, 2 from element where root_id = ${root_id} and ${ofInstance}`,
    sql`select unnest(array[started_at, ended_at]), 2 from history_element where ${ofInstance}`,
    sql`select at, case when kind = 'incident-raised' then 3 else 2 end from history_fact where ${ofInstance}
      ${seesData ? sql`` : sql`and kind = 'task-changed'`}`,
    ...(seesData ? [sql`select at, 1 from history_variable where ${ofInstance}`] : []),
  ]
  return sql.join(parts, sql` union all `)
}

/** Counts the element instances that were open at a time, including scopes that were kept for compensation. */
function countsAt(workplaceId: string, { id, root_id }: InstanceRow, at: string): Sql {
  const ofInstance = sql`workplace_id = ${workplaceId} and instance_id = ${id} and started_at <= ${at}::timestamptz`
  return sql`select element_key, is_open, is_cancelled, is_body, count(*)::int as count from (
      select element_key, true as is_open, false as is_cancelled, coalesce(loop = 'body', false) as is_body from element
        where root_id = ${root_id} and state <> 'compensable' and ${ofInstance}
      union all
      select element_key, ended_at > ${at}::timestamptz, ended_at <= ${at}::timestamptz and is_cancelled, coalesce(loop = 'body', false)
        from history_element where ${ofInstance}) e
    group by 1, 2, 3, 4`
}

function flowsAt(workplaceId: string, { id, root_id }: InstanceRow, at: string): Sql {
  const taken = sql`workplace_id = ${workplaceId} and instance_id = ${id} and flow_key is not null and started_at <= ${at}::timestamptz`
  return sql`select flow_key from element where root_id = ${root_id} and ${taken} union select flow_key from history_element where ${taken} order by 1`
}

function incidentsAt(workplaceId: string, { id }: InstanceRow, at: string): Sql {
  const facts = sql`history_fact where workplace_id = ${workplaceId} and instance_id = ${id} and at <= ${at}::timestamptz`
  return sql`select data ->> 'elementId' as element_key, count(*)::int as count from ${facts} and kind = 'incident-raised' and data ->> 'elementId' is not null
    and not exists (select from history_fact o where o.workplace_id = ${workplaceId} and o.instance_id = ${id} and o.at <= ${at}::timestamptz
      and o.kind = 'incident-ended' and o.subject_id = history_fact.subject_id) group by 1`
}

function nameOf(definition: Definition | null, elementId: string): string[] {
  const element = definition?.model.elements[elementId]
  const name = element?.name ?? null
  return name === null ? [] : [name]
}
