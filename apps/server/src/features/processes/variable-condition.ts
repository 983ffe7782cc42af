import type { VariableFilter } from '@millrace/contract'
import { sql } from 'kysely'
import { compareVariable } from '../../platform/list/compare-variable.ts'
import type { Sql } from '../../platform/list/sql.ts'

/**
 * Returns the condition for instances `l` (rows of `instance_listing`) with a variable of this value: for running
 * instances its current value, for ended ones its last.
 */
export function hasVariable(workplaceId: string, filter: VariableFilter): Sql {
  return hasVariableThat(workplaceId, filter.name, compareVariable(filter))
}

/** Returns the condition that a variable has a value `v` with any condition, as `compareVariable` writes them. */
export function hasVariableThat(workplaceId: string, name: string, holds: Sql): Sql {
  const isOne = sql`v.workplace_id = ${workplaceId} and v.scope_id = l.instance_id and v.instance_id = l.instance_id and v.name = ${name}`
  const root = sql`(select i.root_id from instance i where i.workplace_id = ${workplaceId} and i.id = l.instance_id)`
  const live = sql`exists (select from variable v where v.root_id = ${root} and ${isOne} and ${holds})`
  // Between a day before and a day after, whatever the clocks of two servers say: months are not looked into in vain.
  const then = sql`v.at between l.started_at - interval '1 day' and l.ended_at + interval '1 day'`
  const last = sql`exists (select from (select v.* from history_variable v where ${isOne} and ${then} order by v.id desc limit 1) h
    cross join lateral (select h.type, case when h.type = 'String' then left(h.value, 100) collate "C" end as text_key, ${number} as number) v
    where not h.is_removed and ${holds})`
  return sql`case when l.ended_at = 'infinity' then ${live} else ${last} end`
}

/** As the column of `variable` has it. */
const number = sql`case when h.type in ('Short', 'Integer', 'Long', 'Double', 'Number') then h.value::float8
  when h.type = 'Boolean' then (h.value = 'true')::int::float8
  when h.type = 'Date' then extract(epoch from h.value::timestamptz)::float8 * 1000 end`
