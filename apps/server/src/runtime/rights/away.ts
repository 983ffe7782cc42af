import { sql } from 'kysely'
import type { Sql } from '../../platform/list/sql.ts'
import { displayNameOf } from './people.ts'

/**
 * Returns the SQL condition that a row `a` of `absence` is active, equal to `atTime`.
 *
 * @param now null: the clock of the database, where a moment does not matter.
 */
export function isInForce(now: Date | null): Sql {
  const at = now === null ? sql`now()` : sql`${now.toISOString()}::timestamptz`
  return sql`(a.from_at <= ${at} and a.until_at > ${at})`
}

/**
 * Returns the SQL condition that a row `a` of `absence` covers tasks of a process; null: of no process. Equal to
 * `standsInFor`.
 */
export function isAbout(processKey: Sql): Sql {
  return sql`(a.process_keys is null or ${processKey} = any(a.process_keys))`
}

/**
 * Returns the SQL expression of the current absence of the row `u` of `app_user`, with its end and substitute, in the
 * format of the contract; null: not absent.
 */
export function awayNow(now: Date): Sql {
  const processName = sql`coalesce((select d.name from process_definition d where d.workplace_id = a.workplace_id and d.key = k.key order by d.version desc limit 1), k.key)`
  return sql`(select json_build_object('until', to_char(a.until_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'substitute', case when s.id is null then null else json_build_object('username', s.username, 'displayName', ${displayNameOf('s')}) end,
      'processes', case when a.process_keys is null then null else (select json_agg(${processName} order by k.place) from unnest(a.process_keys) with ordinality k(key, place)) end)
    from absence a left join app_user s on s.workplace_id = a.workplace_id and s.id = a.substitute_id
    where a.workplace_id = u.workplace_id and a.user_id = u.id and ${isInForce(now)}
    order by (a.process_keys is null) desc, a.until_at desc limit 1)`
}
