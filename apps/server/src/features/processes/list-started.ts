import type { AnswerOf, InstanceState, processCalls } from '@millrace/contract'
import { type RawBuilder, sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { containing, countLimit, type PageQuery, presentPage, rangeOf } from '../../platform/db/page.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { endedColumns, type InstanceRow, liveColumns } from './instance-queries.ts'
import { presentInstance } from './present-instance.ts'
import { readWaitingNames } from './waiting-names.ts'

export interface StartedQuery extends PageQuery {
  readonly sort?: keyof typeof orders | undefined
  readonly q?: string | undefined
  readonly state?: InstanceState | undefined
  readonly process?: string | undefined
}

/** The instances that the user started, running and ended ones together. */
export async function listStarted(
  runtime: Runtime,
  user: User,
  query: StartedQuery,
): Promise<AnswerOf<typeof processCalls.startedByMe>> {
  return runtime.db.read(user, async (tx) => {
    const { rows, count, isCutOff } = await selectStarted(tx, user, query)
    const names = await readWaitingNames(runtime, tx, user.workplaceId, rows)
    return presentPage(
      rows.map((row) => presentInstance(row, names.get(row.id) ?? [])),
      count,
      isCutOff,
    )
  })
}

/** How many instances of each table are looked at for an order or filter that no index serves: the newest. */
export const listWindow = 5_000

async function selectStarted(
  tx: Tx,
  { workplaceId, username }: User,
  query: StartedQuery,
): Promise<{ rows: InstanceRow[]; count: number; isCutOff: boolean }> {
  const { offset, limit } = rangeOf(query)
  const isFlat =
    (query.sort === undefined || query.sort === '-started') &&
    query.q === undefined &&
    query.state === undefined &&
    query.process === undefined
  const found = (reach: number) => newest(workplaceId, username, reach)
  if (isFlat) {
    const [rows, [counted]] = await tx.queries(
      selectRows(
        workplaceId,
        sql`select * from (${found(offset + limit)}) f order by started_at desc, id desc offset ${offset} limit ${limit}`,
        sql`started_at desc, id desc`,
      ),
      kysely
        .selectFrom(sql<{ id: string }>`(select id from (${found(countLimit)}) f limit ${countLimit})`.as('c'))
        .select(({ fn }) => fn.countAll<number>().as('count')),
    )
    return { rows, count: counted?.count ?? 0, isCutOff: false }
  }
  const order = sql`${orders[query.sort ?? '-started']}, id desc`
  const rows = await tx.query(
    kysely
      .selectFrom(
        sql<InstanceRow & { matches: number; is_cut_off: boolean }>`(
          with found as materialized (${found(listWindow + 1)}), matching as materialized (select * from (${rowsOf(workplaceId, sql`select * from found`)}) r where ${conditions(query)})
          select * from (select (select count(*) from matching) as matches,
            exists (select from found group by is_live having count(*) > ${listWindow}) as is_cut_off) c
          left join (select * from matching order by ${order} offset ${offset} limit ${limit}) m on true order by ${order})`.as(
          't',
        ),
      )
      .selectAll(),
  )
  const [{ matches = 0, is_cut_off = false } = {}] = rows
  // A page without instances is one row with nothing but the counts.
  return { rows: rows.filter(({ id }) => id !== null), count: Math.min(matches, countLimit), isCutOff: is_cut_off }
}

/** The newest of both tables: `id`, `started_at`, `is_live`. */
function newest(workplaceId: string, username: string, reach: number): RawBuilder<unknown> {
  const from = (
    table: string,
    isLive: boolean,
  ) => sql`(select id, started_at, ${sql.lit(isLive)} as is_live from ${sql.table(table)}
    where workplace_id = ${workplaceId} and start_user_id = ${username} and caller_instance_id is null order by started_at desc, id desc limit ${reach})`
  return sql`${from('instance', true)} union all ${from('history_instance', false)}`
}

function selectRows(workplaceId: string, ids: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  return kysely
    .selectFrom(sql<InstanceRow>`(select * from (${rowsOf(workplaceId, ids)}) r order by ${order})`.as('t'))
    .selectAll()
}

function rowsOf(workplaceId: string, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  const definition = sql`left join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id`
  return sql`with ids as materialized (${ids})
    select ${liveColumns} from instance i ${definition} where i.workplace_id = ${workplaceId} and i.id in (select id from ids where is_live)
    union all
    select ${endedColumns} from history_instance i ${definition} where i.workplace_id = ${workplaceId} and i.id in (select id from ids where not is_live)`
}

function conditions({ q, state, process }: StartedQuery): RawBuilder<unknown> {
  const all = [sql`true`]
  if (q !== undefined && q !== '') {
    const pattern = containing(q)
    all.push(sql`(r.business_key ilike ${pattern} or r.name ilike ${pattern} or r.key ilike ${pattern})`)
  }
  if (process !== undefined) all.push(sql`r.key = ${process}`)
  if (state !== undefined) all.push(states[state])
  return sql.join(all, sql` and `)
}

/** As `stateOf` has it. */
const states = {
  active: sql`r.ended_at is null and not r.has_incident and not r.is_suspended`,
  incident: sql`r.has_incident`,
  suspended: sql`r.ended_at is null and not r.has_incident and r.is_suspended`,
  completed: sql`r.ended_at is not null and r.outcome <> 'deleted'`,
  cancelled: sql`r.outcome = 'deleted'`,
} satisfies Record<InstanceState, RawBuilder<unknown>>

const orders = {
  started: sql`started_at`,
  '-started': sql`started_at desc`,
  ended: sql`ended_at nulls last`,
  '-ended': sql`ended_at desc nulls last`,
  process: sql`lower(coalesce(name, key))`,
  '-process': sql`lower(coalesce(name, key)) desc`,
  key: sql`lower(business_key) nulls last`,
  '-key': sql`lower(business_key) desc nulls last`,
}
