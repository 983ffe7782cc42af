import type { InstanceRow as InstanceAnswer, InstanceState } from '@millrace/contract'
import { startedInstanceList } from '@millrace/contract/lists/started-instances'
import { sql } from 'kysely'
import { isAnyChoice } from '../../platform/list/ask-list.ts'
import { containsAny } from '../../platform/list/conditions.ts'
import { isBeyond, orderTerm, textKey } from '../../platform/list/keys.ts'
import { selectSql } from '../../platform/list/relation.ts'
import { type Ask, defineSource, type ListSource } from '../../platform/list/source.ts'
import type { Sql } from '../../platform/list/sql.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { instanceTitle } from '../../runtime/titles/instance-title.ts'
import { endedColumns, type InstanceRow, liveColumns } from './instance-queries.ts'
import { presentInstance } from './present-instance.ts'
import { readWaitingNames } from './waiting-names.ts'

/** How many instances of each table are looked at for an order or filter that no index serves: the newest. */
export const listWindow = 5_000

/** The instances that the user started, running and ended ones together. */
export function createStartedSource(
  runtime: Runtime,
): ListSource<typeof startedInstanceList, InstanceRow, InstanceAnswer> {
  return defineSource({
    list: startedInstanceList,
    columns: sql`r.*`,
    from: (ask) => sql`(${rowsOf(ask)}) r`,
    keys: {
      started: { sql: sql`r.started_at`, type: 'instant' },
      ended: { sql: sql`r.ended_at`, type: 'instant', isOptional: true },
      title: textKey(sql`r.full_title`),
      process: textKey(sql`coalesce(r.name, r.key)`),
      key: { ...textKey(sql`r.business_key`), sql: sql`left(lower(r.business_key), 200)`, isOptional: true },
    },
    id: { sql: sql`r.id`, type: 'id' },
    filters: {
      state: (filter) => isAnyChoice(filter, states),
      process: sql`r.key`,
      started: sql`r.started_at`,
      ended: sql`r.ended_at`,
    },
    search: (text) => containsAny([sql`r.full_title`, sql`r.business_key`, sql`r.name`, sql`r.key`], text),
    isCutOff: (ask) =>
      isFlat(ask)
        ? sql`false`
        : sql`exists (select from (${newest({ ...ask, limit: listWindow + 1 })}) n group by is_live having count(*) > ${listWindow})`,
    present: async (rows, { tx, user }) => {
      const names = await readWaitingNames(runtime, tx, user.workplaceId, rows)
      return rows.map((row) => presentInstance(row, names.get(row.id) ?? []))
    },
  })
}

/** By the time of the start, and narrowed by nothing else: the index gives the page. */
function isFlat({ query, order }: Ask): boolean {
  const isByStart = query.sort.length === 0 || (order.length === 1 && query.sort[0]?.name === 'started')
  return isByStart && query.q === '' && query.filters.every(({ name }) => name === 'started')
}

function rowsOf(ask: Ask): Sql {
  const { workplaceId } = ask.user
  const definition = sql`left join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id`
  return sql`with ids as materialized (${newest(isFlat(ask) ? ask : { ...ask, limit: listWindow })})
    select ${liveColumns}, ${instanceTitle} as full_title from instance i ${definition} where i.workplace_id = ${workplaceId} and i.id in (select id from ids where is_live)
    union all
    select ${endedColumns}, ${instanceTitle} as full_title from history_instance i ${definition} where i.workplace_id = ${workplaceId} and i.id in (select id from ids where not is_live)`
}

/** The first of both tables in the order of their start: `id`, `started_at`, `is_live`. */
function newest(ask: Ask): Sql {
  return sql`(${newestOf(ask, 'instance', true)}) union all (${newestOf(ask, 'history_instance', false)})`
}

function newestOf(ask: Ask, table: string, isLive: boolean): Sql {
  const isIndexed = isFlat(ask)
  const direction = { isDescending: isIndexed ? (ask.order[0]?.isDescending ?? true) : true, isReversed: false }
  const keys = [
    { sql: sql`started_at`, type: 'instant', ...direction },
    { sql: sql`id`, type: 'id', ...direction },
  ] as const
  const started = ask.query.filters.flatMap(({ name, operator, values: [value = ''] }) =>
    name !== 'started' ? [] : [sql`started_at ${operator === 'from' ? sql`>=` : sql`<`} ${value}::timestamptz`],
  )
  return selectSql(
    {
      columns: sql`id, started_at, ${sql.lit(isLive)} as is_live`,
      from: sql.table(table),
      where: [
        sql`workplace_id = ${ask.user.workplaceId}`,
        sql`start_user_id = ${ask.user.username}`,
        sql`caller_instance_id is null`,
        ...started,
        ...(isIndexed && ask.bound !== null ? [isBeyond(keys, ask.bound)] : []),
      ],
    },
    { order: keys.map(orderTerm), limit: ask.limit },
  )
}

/** As `stateOf` has it. */
const states = {
  active: sql`r.ended_at is null and not r.has_incident and not r.is_suspended`,
  incident: sql`r.has_incident`,
  suspended: sql`r.ended_at is null and not r.has_incident and r.is_suspended`,
  completed: sql`r.ended_at is not null and r.outcome <> 'deleted'`,
  cancelled: sql`r.ended_at is not null and r.outcome = 'deleted'`,
} satisfies Record<InstanceState, Sql>
