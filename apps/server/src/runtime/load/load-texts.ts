import {
  elementTable,
  externalTaskTable,
  incidentTable,
  instanceTable,
  jobTable,
  jsonColumns,
  type LiveTable,
  rootTable,
  subscriptionTable,
  taskTable,
} from '../save/tables.ts'
import { variableJson } from './read-variable.ts'
import { mapTargets } from './target.ts'

/** Number of open elements above which a root is loaded by parts (decision 2). */
export const wholeLoadLimit = 100
/** Number of variables above which a root is loaded by parts. */
export const variableLoadLimit = 2000

/**
 * Each list is cut just above its limit, and a root with many open elements gives none at all: they are counted first,
 * which costs little, where making JSON of so many costs more than the rest. Rows come in the order of an index that
 * begins with the root: without an order, the planner may read a whole table because it takes every root for a big one.
 * `readLoaded` puts them in the order in which they were made, which is cheaper than sorting here.
 */
function wholeText(source: string): string {
  const list = <Row>(table: LiveTable<Row>) => limited(table.name, jsonColumns(table), wholeLoadLimit)
  return `select case when (select count(*) from (${firstOf('element', wholeLoadLimit, '1')}) t) > ${wholeLoadLimit}
    then json_build_array(r.root_id, true) else json_build_array(r.root_id, false,
      coalesce(${list(instanceTable)}, ${standing('r.root_id')}), ${list(elementTable)}, ${limited('variable', variableJson, variableLoadLimit)},
      ${list(taskTable)}, ${list(jobTable)}, ${list(subscriptionTable)}, ${list(externalTaskTable)}, ${list(incidentTable)}) end
    from ${source}`
}

/** A root that is no process instance, in the place of instances where there are none. */
function standing(rootId: string): string {
  return `(select json_agg(${jsonColumns(instanceTable)}) from ${rootTable} where workplace_id = $1 and id = ${rootId})`
}

function limited(table: string, json: string, limit: number): string {
  return `(select json_agg(${json}) from (${firstOf(table, limit)}) t)`
}

/**
 * Returns the query of the first rows. It reads one row more than a list may have, to detect that there are too many.
 */
function firstOf(table: string, limit: number, columns = '*'): string {
  return `select ${columns} from ${table} where workplace_id = $1 and root_id = r.root_id order by ${indexOrders[table] ?? 'element_id'} limit ${limit + 1}`
}

/** The columns after the root in the index by which the rows of a root are found. */
const indexOrders: Readonly<Record<string, string>> = {
  instance: 'id',
  element: 'parent_id, element_key',
  variable: 'scope_id, name',
}

export const wholeTexts = mapTargets(({ source }) => wholeText(source))

/**
 * `found` gives the elements; the instances that they belong to, further ones, and all that belongs to both, follow.
 * Ids are handed on as arrays, because of a list of unknown length the planner expects hundreds and reads whole tables.
 */
function partText(found: string, further = ''): string {
  const owned = <Row>(table: LiveTable<Row>) =>
    `(select json_agg(${jsonColumns(table)}) from ${table.name} where workplace_id = $1 and root_id = $3 and element_id = any(array(select id from owner)))`
  return `with recursive ${found},
    within as materialized (select distinct instance_id as id from found union select $3::uuid ${further}),
    owner as materialized (select id from found union select id from within),
    scope as materialized (select id from owner union all select id from task where workplace_id = $1 and root_id = $3 and element_id = any(array(select id from found)))
    select json_build_array($3::uuid, true,
      coalesce((select json_agg(${jsonColumns(instanceTable)}) from instance where workplace_id = $1 and id = any(array(select id from within))), ${standing('$3')}),
      (select json_agg(${jsonColumns(elementTable)}) from element where workplace_id = $1 and id = any(array(select id from found))),
      (select json_agg(${variableJson}) from variable where workplace_id = $1 and root_id = $3 and scope_id = any(array(select id from scope))),
      ${owned(taskTable)}, ${owned(jobTable)}, ${owned(subscriptionTable)}, ${owned(externalTaskTable)}, ${owned(incidentTable)})`
}

export const partTexts = mapTargets(({ element }) => partText(withScopes(elementText(element))))

/**
 * The number of neighbours that are loaded with an element: the ones created just before it, and as many created just
 * after it.
 */
export const neighboursLimit = 25

/**
 * The statements that load elements with their neighbours in the same root. Neighbours that others may change without
 * the root's lock are left out, because their rows cannot stay in memory. They are searched by id, at the same cost for
 * roots of any size.
 */
export const neighboursTexts = mapTargets(({ element }) => {
  const beside = (order: string, direction: string) =>
    `(select id, parent_id, instance_id, root_id from element where workplace_id = $1 and id ${order} (${element}) order by id ${direction} limit ${neighboursLimit})`
  const hasNo = (table: string) => `not exists (select from ${table} where workplace_id = $1 and root_id = $3)`
  return partText(
    withScopes(`${elementText(element)} union all
      select id, parent_id, instance_id from (${beside('>', 'asc')} union all ${beside('<', 'desc')}) n
        where n.root_id = $3 and ${[jobTable, externalTaskTable, incidentTable].map(({ name }) => hasNo(name)).join(' and ')}`),
  )
})

function elementText(element: string): string {
  return `select id, parent_id, instance_id from element where workplace_id = $1 and id = (${element})`
}

/** Elements, and the scopes around them. `offset 0` keeps the planner from joining all elements with what was found. */
function withScopes(elements: string): string {
  return `found as (
    (${elements})
    union
    select e.id, e.parent_id, e.instance_id from found f cross join lateral (
      select id, parent_id, instance_id from element where workplace_id = $1
        and id = any(array(select f.parent_id union all select caller_element_id from instance where workplace_id = $1 and id = f.parent_id)) offset 0) e)`
}

export const scopeText = partText(`found as (
    select id, parent_id, instance_id from element where workplace_id = $1 and root_id = $3 and parent_id = $2
    union all
    select e.id, e.parent_id, e.instance_id from element e where e.workplace_id = $1 and e.id = $2
    union all
    select e.id, e.parent_id, e.instance_id from found f cross join lateral (
      select id, parent_id, instance_id from element where workplace_id = $1 and root_id = $3 and f.id <> $2
        and parent_id = any(array(select f.id union all select id from instance where workplace_id = $1 and caller_element_id = f.id)) offset 0) e)`)

export const joinText = partText(`found as (
    select id, parent_id, instance_id from element where workplace_id = $1 and root_id = $3 and parent_id = $2 and element_key = $4)`)

/** SQL of the subscriptions that a change of a variable can affect. They use the index `subscription_watching`. */
const watching = "from subscription where workplace_id = $1 and root_id = $2 and kind in ('conditional', 'variable')"

export const watchingText = partText(
  `found as (
    select id, parent_id, instance_id from element where workplace_id = $1 and id = any(array(select element_id ${watching}))
    union
    select e.id, e.parent_id, e.instance_id from found f cross join lateral (
      select id, parent_id, instance_id from element where workplace_id = $1
        and id = coalesce((select caller_element_id from instance where workplace_id = $1 and id = f.parent_id), f.parent_id) limit 1) e)`,
  `union select instance_id ${watching}`,
)
