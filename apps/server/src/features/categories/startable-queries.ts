import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { mayStartInSql } from '../../runtime/rights/start-rights.ts'

export interface StartableRow {
  readonly id: string
  readonly key: string
  readonly name: string | null
  readonly description: string | null
  readonly version: number
  readonly icon: string | null
  readonly category_id: string | null
}

/** Lists the newest version of each process that the user may start now. */
export function listStartable(tx: Tx, user: Person): Promise<StartableRow[]> {
  const { workplaceId } = user
  return tx.query(
    kysely
      .selectFrom(
        sql<
          StartableRow & {
            shown_icon: string | null
            is_suspended: boolean
            is_startable: boolean
            has_none_start: boolean
            starter_users: string[]
            starter_groups: string[]
          }
        >`(
          select distinct on (d.key, coalesce(d.tenant_id, '')) d.*, p.category_id, coalesce(c.icon, d.icon) as shown_icon from process_definition d
          left join process_category p on p.workplace_id = d.workplace_id and p.process_key = d.key
          left join process_icon c on c.workplace_id = d.workplace_id and c.process_key = d.key
          where d.workplace_id = ${workplaceId} order by d.key, coalesce(d.tenant_id, ''), d.version desc)`.as('d'),
      )
      .where('is_startable', '=', true)
      .where('has_none_start', '=', true)
      .where('is_suspended', '=', false)
      .where(mayStartInSql(user, 'd'))
      .select(['id', 'key', 'name', 'description', 'version', 'shown_icon as icon', 'category_id'])
      .orderBy('id'),
  )
}

/** Only this many of the newest completed instances say how long a process takes, and at least so few. */
const sample = { most: 50, least: 5 }

/**
 * Returns the median duration of instances in seconds by process key, for processes with enough completed instances.
 */
export async function readTypicalSeconds(
  tx: Tx,
  workplaceId: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.query(
    kysely
      .selectFrom(
        sql<{ key: string; seconds: number }>`(
        select k.key, percentile_cont(0.5) within group (order by extract(epoch from h.ended_at - h.started_at)) as seconds
        from unnest(${keys}::text[]) as k (key)
        cross join lateral (select id from process_definition where workplace_id = ${workplaceId} and key = k.key order by version desc limit 5) d
        cross join lateral (select started_at, ended_at from history_instance where workplace_id = ${workplaceId} and definition_id = d.id and outcome <> 'deleted' order by ended_at desc limit ${sample.most}) h
        group by k.key having count(*) >= ${sample.least})`.as('t'),
      )
      .selectAll(),
  )
  return new Map(rows.map(({ key, seconds }) => [key, seconds]))
}

/** How many of the newest starts of a user are looked at, running and ended each. */
const newestStarts = 500

export interface OwnStarts {
  readonly last: Date
  readonly count: number
}

/** Returns when the user last started each process and how often, counted among the newest starts of the user. */
export async function readOwnStarts(tx: Tx, { workplaceId, username }: Person): Promise<Map<string, OwnStarts>> {
  const newest = (table: string) =>
    sql`(select definition_id, started_at from ${sql.table(table)} where workplace_id = ${workplaceId} and start_user_id = ${username} order by started_at desc limit ${newestStarts})`
  const rows = await tx.query(
    kysely
      .selectFrom(
        sql<{
          key: string
          last: Date
          count: number
        }>`(select d.key, max(s.started_at) as last, count(*) from (${newest('instance')} union all ${newest('history_instance')}) s
        join process_definition d on d.workplace_id = ${workplaceId} and d.id = s.definition_id group by d.key)`.as(
          't',
        ),
      )
      .selectAll(),
  )
  return new Map(rows.map(({ key, ...starts }) => [key, starts]))
}

export async function readFavourites(tx: Tx, { workplaceId, username }: Person): Promise<Set<string>> {
  const rows = await tx.query(
    kysely
      .selectFrom('process_favourite')
      .where('workplace_id', '=', workplaceId)
      .where('username', '=', username)
      .select('process_key'),
  )
  return new Set(rows.map(({ process_key }) => process_key))
}
