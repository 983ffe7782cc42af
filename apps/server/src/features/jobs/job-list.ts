import type { JobRow as JobAnswer } from '@millrace/contract'
import { jobList } from '@millrace/contract/lists/jobs'
import { sql } from 'kysely'
import { seenJobs } from '../../operations/jobs/policy.ts'
import { withinReach } from '../../operations/within-reach.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { type Ask, defineSource, type ListSource } from '../../platform/list/source.ts'
import type { Sql } from '../../platform/list/sql.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { isOfEngine, type JobRow, jobColumns, presentJobs, withProcess } from './job-queries.ts'

/** The number of newest jobs that are searched for an order or a filter without an index. */
export const jobWindow = 5_000

/** Dead ones first, in the order that descends. */
const rank = sql`(case when t.retries = 0 then 1 else 0 end)`

/**
 * Creates the source of the list of jobs of the engine. Ids follow the time of creation, so the default order uses two
 * indexes: first jobs without retries, then all others. Filters with an index use it; others search the newest
 * `jobWindow` jobs.
 */
export function createJobSource(runtime: Runtime): ListSource<typeof jobList, JobRow, JobAnswer> {
  return defineSource({
    list: jobList,
    columns: sql`t.*`,
    from: ({ user, ...ask }) =>
      sql`(select ${jobColumns} from (${candidates({ user, ...ask })}) j ${withProcess(user.workplaceId)} offset 0) t`,
    where: ({ user }) => withinReach(seenJobs(user), sql`t.process_key`),
    keys: {
      state: { sql: rank, type: 'integer' },
      due: { sql: sql`t.due_at`, type: 'instant', isOptional: true },
      created: { sql: sql`t.id`, type: 'id' },
      retries: { sql: sql`t.retries`, type: 'integer' },
      priority: { sql: sql`t.priority`, type: 'integer' },
    },
    id: { sql: sql`t.id`, type: 'id' },
    filters: {
      state: sql`t.state`,
      kind: sql`t.kind`,
      process: sql`t.process_key`,
      element: onTextKey(sql`left(lower(t.element_key), 200) collate "C"`),
      instance: sql`t.instance_id::text`,
      due: sql`t.due_at`,
      hasError: sql`(t.error is not null)`,
      retries: sql`t.retries`,
    },
    search: (text) =>
      containsAny(
        [
          sql`t.element_key`,
          sql`t.process_name`,
          sql`t.process_key`,
          sql`t.business_key`,
          sql`t.instance_title`,
          sql`t.error`,
        ],
        text,
      ),
    isCutOff: (ask) =>
      isFlat(ask)
        ? sql`false`
        : sql`(select count(*) > ${jobWindow} from (select from job j where ${own(ask)} and ${known(ask)} limit ${jobWindow + 1}) w)`,
    present: (rows, { tx, user }) => presentJobs(runtime, tx, user.workplaceId, rows),
  })
}

/** In its own order, and narrowed by nothing. */
function isFlat({ query, order }: Ask): boolean {
  return query.sort.length === 0 && query.q === '' && query.filters.length === 0 && order.length > 0
}

/** The jobs that a page is made of. */
function candidates(ask: Ask): Sql {
  if (isFlat(ask)) return flat(ask)
  if (ask.query.sort[0]?.name === 'due' && ask.query.filters.every(({ name }) => name === 'due')) return byDueDate(ask)
  return sql`select * from job j where ${own(ask)} and ${known(ask)} order by id desc limit ${jobWindow}`
}

function own({ user }: Ask): Sql {
  return sql`j.workplace_id = ${user.workplaceId} and ${isOfEngine}`
}

/** Returns the query of jobs without retries and of all others, each from its own bound. */
function flat(ask: Ask): Sql {
  const { order, bound, limit } = ask
  const isDescending = order[0]?.isDescending ?? true
  const [place = null, id = null] = bound?.values ?? []
  const parts = ['0', '1'].map((part) => {
    const isIn = part === '1' ? sql`retries = 0` : sql`retries > 0`
    // Those at the bound itself are sorted out with the rest of it.
    const beyond =
      id === null || place !== part ? sql`` : sql` and id ${sql.raw(isDescending ? '<=' : '>=')} ${id}::uuid`
    return sql`(select * from job j where ${own(ask)} and ${isIn}${beyond} order by id ${sql.raw(isDescending ? 'desc' : 'asc')} limit ${limit + 1})`
  })
  return sql.join(parts, sql` union all `)
}

/** Returns the query of jobs sorted by due date. */
function byDueDate(ask: Ask): Sql {
  const direction = sql.raw(ask.query.sort[0]?.isDescending ? 'desc' : 'asc')
  return sql`(select * from job j where ${own(ask)} and due_at is not null order by due_at ${direction}, id ${direction} limit ${jobWindow})
    union all (select * from job j where ${own(ask)} and due_at is null order by id desc limit ${jobWindow})`
}

/** Returns the conditions that an index can answer. */
function known({ user: { workplaceId }, query }: Ask): Sql {
  const parts = query.filters.flatMap(({ name, operator, values }): Sql[] => {
    const [value = ''] = values
    const isOnly = operator === 'is' && values.length === 1
    if (name === 'state' && isOnly && value === 'failed') return [sql`retries = 0`]
    if (name === 'state' && isOnly && value === 'suspended') return [sql`is_suspended`]
    if (name === 'hasError' && value === 'true') return [sql`error is not null`]
    if (name === 'instance')
      return [
        isUuid(value)
          ? sql`j.instance_id = ${value}::uuid and j.root_id = (select o.root_id from instance o where o.workplace_id = ${workplaceId} and o.id = ${value}::uuid)`
          : sql`false`,
      ]
    return []
  })
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)
}
