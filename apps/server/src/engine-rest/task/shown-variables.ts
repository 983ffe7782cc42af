import { sql } from 'kysely'
import { firstOf } from '../../platform/db/first-of.ts'
import type { Sql } from '../query/filters.ts'
import type { QueryScope } from '../query/list-query.ts'
import { type PresentedValue, presentColumns } from '../values/present-value.ts'

/** A variable in a list of tasks. Binary and long values have to be fetched separately. */
export interface ShownVariable {
  readonly name: string
  readonly type: string
  readonly value: string | null
  readonly info: Readonly<Record<string, unknown>> | null
}

/** A list has many tasks, and each may have many variables. */
const longestValue = 65_536

/** Bytes of all values of one task, in the order of their names. */
const longestValues = 1_000_000

/** The tasks of a list that are read together when each has its variables, which may be tens of thousands. */
export const tasksWithVariables = 50

/**
 * Returns the SQL of the variables of each task of a list, if the request asks for them: local variables, or all
 * visible ones.
 */
export function shownVariables(query: QueryScope): Sql {
  if (isAsked(query, 'withTaskVariablesInReturn')) return aggregate(visible)
  return isAsked(query, 'withTaskLocalVariablesInReturn') ? aggregate(own) : sql``
}

/** Returns whether the request asks for the variables of each task. */
export function showsVariables(query: QueryScope): boolean {
  return isAsked(query, 'withTaskVariablesInReturn') || isAsked(query, 'withTaskLocalVariablesInReturn')
}

function isAsked({ parameters, options }: QueryScope, name: string): boolean {
  return [parameters, options].some(({ [name]: asked }) => asked === true || asked === 'true')
}

function aggregate(found: Sql): Sql {
  return sql`, (select coalesce(json_agg(json_build_object('name', s.name, 'type', s.type, 'value', case when s.upto <= ${sql.lit(longestValues)} then s.value end, 'info', s.info) order by s.name), '[]') from (
    select f.*, sum(octet_length(f.value)) over (order by f.name) as upto from (${found}) f) s) as variables`
}

const shown = sql`v.name, v.type, case when octet_length(v.value) <= ${sql.lit(longestValue)} then v.value end as value, v.info`
const ofRoot = sql`v.workplace_id = t.workplace_id and v.root_id = ${sql.raw(firstOf('t.root_id', 't.id'))}`
const own = sql`select ${shown} from variable v where ${ofRoot} and v.scope_id = t.id`

/** The innermost of each name. */
const visible = sql`select distinct on (v.name) ${shown} from (
    with recursive up (id, parent_id, depth) as (
      select e.id, e.parent_id, 1 from element e where e.workplace_id = t.workplace_id and e.id = t.element_id
      union all select e.id, e.parent_id, up.depth + 1 from up join element e on e.workplace_id = t.workplace_id and e.id = up.parent_id)
    select t.id, 0 as depth union all select id, depth from up union all select t.instance_id, 1000000) scope
  join variable v on ${ofRoot} and v.scope_id = scope.id order by v.name, scope.depth`

export function presentShown(
  variables: readonly ShownVariable[],
  deserialize: boolean,
): Record<string, PresentedValue> {
  const present = ({ type, value, info }: ShownVariable) =>
    presentColumns({ type, value, bytes: null, info }, { deserialize })
  // Without a prototype: `__proto__` is a name like any other.
  const all: Record<string, PresentedValue> = Object.create(null)
  for (const variable of variables) all[variable.name] = present(variable)
  return all
}
