import type { AnswerOf, Arrival, searchCalls } from '@millrace/contract'
import { jobKinds } from '@millrace/engine'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { instanceTitle } from '../../runtime/titles/instance-title.ts'

/** Running instances with one business key that are shown. */
const most = 6

interface Row {
  readonly kind: Arrival['kind']
  readonly id: string
  readonly instance_id: string | null
  readonly name: string | null
  readonly about: string | null
  readonly is_over: boolean
}

/** Finds objects by their id or key in one round trip, each by its index. Operators see all of them. */
export async function goTo(db: Database, request: Request, text: string): Promise<AnswerOf<typeof searchCalls.goTo>> {
  const { workplaceId } = request
  const parts = [...byKey(workplaceId, text), ...(isUuid(text) ? byId(workplaceId, text) : [])]
  const rows = await db.read(request, (tx) => runSql<Row>(tx, sql`${sql.join(parts, sql` union all `)}`))
  return {
    items: rows.map(({ kind, id, instance_id, name, about, is_over }) => ({
      ...{ kind, id, about, instanceId: instance_id, isOver: is_over },
      name: name?.trim() ? name : id,
    })),
  }
}

const columns = (kind: Arrival['kind'], id: Sql, more: { instance?: Sql; name: Sql; about: Sql; isOver?: Sql }) =>
  sql`${sql.lit(kind)} as kind, ${id}::text as id, ${more.instance ?? sql`null`}::text as instance_id, ${more.name} as name, ${more.about} as about, ${more.isOver ?? sql`false`} as is_over`

const processName: Sql = sql`coalesce(d.name, d.key)`

/** An instance `i` with its definition `d`. */
const instanceOf = (table: 'instance' | 'history_instance', workplaceId: string, where: Sql) =>
  sql`${sql.table(table)} i left join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id
    where i.workplace_id = ${workplaceId} and ${where}`

const asInstance = (isOver: boolean) =>
  columns('instance', sql`i.id`, {
    ...{ instance: sql`i.id`, name: instanceTitle, about: processName, isOver: sql`${sql.lit(isOver)}` },
  })

function byKey(workplaceId: string, text: string): Sql[] {
  return [
    sql`(select ${asInstance(false)} from ${instanceOf('instance', workplaceId, sql`i.business_key = ${text}`)} order by i.id desc limit ${most})`,
    sql`(select ${columns('definition', sql`d.id`, { name: processName, about: sql`d.key || ', ' || d.version` })}
      from process_definition d where d.workplace_id = ${workplaceId} and d.key = ${text} order by d.version desc limit 1)`,
  ]
}

function byId(workplaceId: string, id: string): Sql[] {
  const titleIn = (table: 'instance' | 'history_instance') =>
    sql`select ${instanceTitle} from ${instanceOf(table, workplaceId, sql`i.id = x.instance_id`)}`
  const title = sql`(${titleIn('instance')} union all ${titleIn('history_instance')} limit 1)`
  /** Rows `x` of a table with the title of their instance, and the element that they are at. */
  const within = (kind: Arrival['kind'], table: string, more: { element: Sql; definition: Sql; where?: Sql }) =>
    sql`select ${columns(kind, sql`x.id`, {
      instance: sql`x.instance_id`,
      name: sql`coalesce(e.name, ${more.element})`,
      about: title,
    })} from ${sql.table(table)} x
      left join process_element e on e.workplace_id = x.workplace_id and e.definition_id = ${more.definition} and e.element_key = ${more.element}
      where x.workplace_id = ${workplaceId} and x.id = ${id}::uuid and ${more.where ?? sql`true`}`
  const ofInstance = sql`(select i.definition_id from instance i where i.workplace_id = x.workplace_id and i.id = x.instance_id)`
  const taskOf = (table: 'task' | 'history_task', isOver: boolean) =>
    sql`select ${columns('task', sql`x.id`, {
      ...{ instance: sql`x.instance_id`, name: sql`x.name`, about: title, isOver: sql`${sql.lit(isOver)}` },
    })} from ${sql.table(table)} x where x.workplace_id = ${workplaceId} and x.id = ${id}::uuid`
  return [
    sql`select ${asInstance(false)} from ${instanceOf('instance', workplaceId, sql`i.id = ${id}::uuid`)}`,
    sql`select ${asInstance(true)} from ${instanceOf('history_instance', workplaceId, sql`i.id = ${id}::uuid`)}`,
    taskOf('task', false),
    taskOf('history_task', true),
    // What the program itself works at has no page.
    within('job', 'job', {
      element: sql`x.element_key`,
      definition: sql`coalesce(x.definition_id, ${ofInstance})`,
      where: sql`x.kind = any(${jobKinds}::text[])`,
    }),
    within('externalTask', 'external_task', { element: sql`x.element_key`, definition: ofInstance }),
    within('incident', 'incident', { element: sql`x.element_key`, definition: sql`x.version_id` }),
    // Of what is over history has the instance.
    sql`(select ${columns('incident', sql`f.subject_id`, {
      instance: sql`f.instance_id`,
      name: sql`f.data->>'elementId'`,
      about: sql`f.data->>'message'`,
      isOver: sql`true`,
    })} from history_fact f where f.workplace_id = ${workplaceId} and f.subject_id = ${id}::uuid and f.kind = 'incident-raised'
        and not exists (select from incident n where n.workplace_id = f.workplace_id and n.id = f.subject_id) limit 1)`,
    sql`(select ${columns('job', sql`f.subject_id`, {
      instance: sql`f.instance_id`,
      name: sql`f.data->>'elementId'`,
      about: sql`null`,
      isOver: sql`true`,
    })} from history_fact f where f.workplace_id = ${workplaceId} and f.subject_id = ${id}::uuid and f.kind in ('job-ended', 'job-failed')
        and not exists (select from job j where j.workplace_id = f.workplace_id and j.id = f.subject_id) limit 1)`,
    sql`select ${columns('cause', sql`g.id`, { name: sql`left(g.message, 200)`, about: sql`g.process_key` })}
      from incident_group g where g.workplace_id = ${workplaceId}
        and g.id in (select ${id}::uuid union all select b.about from batch b where b.workplace_id = ${workplaceId} and b.id = ${id}::uuid)`,
    sql`select ${columns('definition', sql`d.id`, { name: processName, about: sql`d.key || ', ' || d.version` })}
      from process_definition d where d.workplace_id = ${workplaceId} and d.id = ${id}::uuid`,
    sql`select ${columns('decision', sql`d.deployment_id`, { name: processName, about: sql`d.key || ', ' || d.version` })}
      from decision_definition d where d.workplace_id = ${workplaceId} and d.id = ${id}::uuid`,
    sql`select ${columns('deployment', sql`p.id`, { name: sql`p.name`, about: sql`p.deployed_by` })}
      from deployment p where p.workplace_id = ${workplaceId} and p.id = ${id}::uuid`,
  ]
}
