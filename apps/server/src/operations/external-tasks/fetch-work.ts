import type { TypedValue } from '@millrace/engine'
import { type RawBuilder, sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { reachOf } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { hideWhile } from '../../platform/db/hide-while.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { refuseConditions } from '../../platform/list/refuse-conditions.ts'
import { actorOf } from '../../runtime/actor.ts'
import { variableEquals } from '../../runtime/load/variable-equals.ts'
import { caught } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { withinTenants } from '../tenants/within-tenants.ts'
import { withinReach } from '../within-reach.ts'
import { refuseFetch } from './policy.ts'

export interface WorkFetch {
  readonly workerId: string
  readonly maxTasks: number
  readonly order: 'priority' | 'created-first' | 'created-last'
  readonly byPriority: boolean
  readonly topics: readonly FetchedTopic[]
}

/** A topic that a worker fetches, with the time of the lock in milliseconds and filters. */
export interface FetchedTopic {
  readonly name: string
  readonly lockMs: number
  readonly businessKey: string | null
  readonly definitionIds: readonly string[] | null
  readonly definitionKeys: readonly string[] | null
  readonly versionTag: string | null
  readonly withoutTenantId: boolean
  readonly tenantIds: readonly string[] | null
  readonly processVariables: readonly { readonly name: string; readonly value: TypedValue }[]
}

/** An external task that was just locked, with the topic for which it was fetched. */
export interface FetchedTask {
  readonly id: string
  readonly topicIndex: number
  /** The worker that had it before: its lock has expired, but it may still report. Null: none. */
  readonly had: string | null
  /** The end of that lock, as PostgreSQL writes it. */
  readonly hadUntil: string | null
}

/** The data about fetched tasks. */
interface FetchedData<T> {
  readonly items: readonly T[]
  /** Tasks that do not fit into the answer; their locks are released. */
  readonly left: readonly FetchedTask[]
  /** Why the first task that was skipped has no room even in an answer of its own; null: none was. */
  readonly tooLarge: Refusal | null
}

/** Tasks whose variables alone have no room in an answer, and that are skipped before a fetch is refused. */
const mostSkipped = 10

/**
 * Fetches and locks available external tasks of topics for a worker. One statement finds and locks them, and skips
 * those that another worker is just locking. Tasks too large for any answer are skipped, so that they do not keep
 * workers from those behind them.
 *
 * @param read reads the data to return about the tasks, in the same transaction. It skips at most `most` tasks, and
 * throws the refusal for the next one.
 */
export async function fetchWork<T>(
  { db, clock, runtime }: OperationContext,
  request: Request,
  fetch: WorkFetch,
  read: (tx: Tx, tasks: readonly FetchedTask[], most: number) => Promise<FetchedData<T>>,
): Promise<readonly T[] | Refusal> {
  const { user } = request
  const compared = fetch.topics.reduce((sum, { processVariables }) => sum + processVariables.length, 0)
  const refusal = refuseFetch(user) ?? refuseConditions(compared, runtime.budgets)
  if (refusal !== null) return refusal
  const topics = user.token?.topics
  // In their places, for the answer says which of the topics each task is of.
  const isOpen = topics == null ? () => true : ({ name }: FetchedTopic) => topics.includes(name)
  if (!fetch.topics.some(isOpen) || fetch.maxTasks === 0) return []
  try {
    return await db.withTransaction(actorOf(request), async (tx) => {
      // One time for all rounds: those of the first one must not be free again in the next.
      const now = clock()
      const lock = () => lockFree(tx, user, fetch, { now, isOpen })
      const left: FetchedTask[] = []
      let tooLarge: Refusal | null = null
      for (;;) {
        // A comparison with a value that is hidden would tell the value.
        const tasks = await (compared === 0 ? lock() : hideWhile(tx, request, lock))
        if (tasks.length === 0 && left.length === 0) return []
        const most = mostSkipped - left.length
        const found = tasks.length === 0 ? nothing : await hideWhile(tx, request, () => read(tx, tasks, most))
        left.push(...found.left)
        tooLarge ??= found.tooLarge
        // All of them were skipped. They stay locked meanwhile, so the same statement finds those behind them.
        if (found.items.length === 0 && found.tooLarge !== null) continue
        if (found.items.length === 0 && tooLarge !== null) throw tooLarge
        if (left.length > 0) await tx.batch([giveBack(user.workplaceId, left)])
        return found.items
      }
    })
  } catch (error) {
    // A variable that cannot be compared.
    return caught(error)
  }
}

const nothing = { items: [], left: [], tooLarge: null } as const

async function lockFree(
  tx: Tx,
  user: Person,
  { topics, workerId, maxTasks, order, byPriority }: WorkFetch,
  { now, isOpen }: { now: Date; isOpen: (topic: FetchedTopic) => boolean },
): Promise<FetchedTask[]> {
  const { workplaceId } = user
  const reached = [
    ...withinReach(reachOf(user, 'external-tasks.work'), sql`d.key`),
    ...withinTenants(user, sql`i.tenant_id`),
    sql`true`,
  ]
  const indexed = topics.map((topic, index) => sql`when ${conditionOf(topic)} then ${index}::int`)
  const untils = topics.map(
    (topic, index) => sql`when ${index}::int then ${new Date(now.getTime() + topic.lockMs).toISOString()}::timestamptz`,
  )
  const sorting = sql`${byPriority ? sql`x.priority desc, ` : sql``}${orders[order]}`
  const names = [...new Set(topics.filter(isOpen).map(({ name }) => name))]
  const query = sql<FetchedTask>`with free as materialized (
      select x.id, x.worker_id as had, x.locked_until as had_until, case ${sql.join(indexed, sql` `)} end as topic from external_task x
        join instance i on i.workplace_id = x.workplace_id and i.id = x.instance_id left join process_definition d on d.workplace_id = x.workplace_id and d.id = x.definition_id
      where x.workplace_id = ${workplaceId}::uuid and x.topic = any(${names}::text[]) and not x.is_suspended and (x.locked_until is null or x.locked_until <= ${now.toISOString()}::timestamptz)
        and (x.retries is null or x.retries > 0) and case ${sql.join(indexed, sql` `)} end is not null and ${sql.join(reached, sql` and `)}
      order by ${sorting} limit ${maxTasks} for update of x skip locked),
    locked as (
      update external_task t set worker_id = ${workerId}, locked_until = case free.topic ${sql.join(untils, sql` `)} end from free where t.workplace_id = ${workplaceId}::uuid and t.id = free.id
      returning t.id, t.priority, t.created_at, free.topic, free.had, free.had_until)
    select x.id, x.topic as "topicIndex", x.had, x.had_until::text as "hadUntil" from locked x order by ${sorting}`
  return tx.query<FetchedTask>({ compile: () => query.compile(kysely) })
}

/** Gives tasks back as they were found: a worker whose lock has expired may still report. */
function giveBack(workplaceId: string, tasks: readonly FetchedTask[]): Statement {
  return {
    name: 'external_task_give_back',
    text: `update external_task t set worker_id = o.had, locked_until = o.until::timestamptz
      from unnest($2::uuid[], $3::text[], $4::text[]) o (id, had, until) where t.workplace_id = $1 and t.id = o.id`,
    values: [
      workplaceId,
      tasks.map(({ id }) => id),
      tasks.map(({ had }) => had),
      tasks.map(({ hadUntil }) => hadUntil),
    ],
  }
}

const orders = {
  'created-first': sql`x.created_at, x.id`,
  'created-last': sql`x.created_at desc, x.id desc`,
  priority: sql`x.id`,
} as const

function conditionOf(topic: FetchedTopic): RawBuilder<unknown> {
  const { name, businessKey, definitionIds, definitionKeys, versionTag, withoutTenantId, tenantIds, processVariables } =
    topic
  return sql`${sql.join(
    [
      sql`x.topic = ${name}`,
      ...(businessKey === null ? [] : [sql`i.business_key = ${businessKey}`]),
      ...(definitionIds === null ? [] : [sql`x.definition_id = any(${definitionIds.filter(isUuid)}::uuid[])`]),
      ...(definitionKeys === null ? [] : [sql`d.key = any(${definitionKeys}::text[])`]),
      ...(versionTag === null ? [] : [sql`d.version_tag = ${versionTag}`]),
      ...(withoutTenantId ? [sql`i.tenant_id is null`] : []),
      ...(tenantIds === null ? [] : [sql`i.tenant_id = any(${tenantIds}::text[])`]),
      ...processVariables.map(
        (variable) =>
          sql`exists (select 1 from variable v where v.workplace_id = x.workplace_id and v.root_id = x.root_id and v.scope_id = x.instance_id and v.name = ${variable.name} and ${variableEquals(variable.value)})`,
      ),
    ],
    sql` and `,
  )}`
}
