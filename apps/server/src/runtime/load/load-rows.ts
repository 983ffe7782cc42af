import type {
  ElementInstance,
  ExternalTask,
  Incident,
  Job,
  LoadedRows,
  ProcessInstance,
  Subscription,
  Task,
} from '@millrace/engine'
import type { ResultRows, Statement } from '../../platform/db/batch.ts'
import { standaloneTasks } from '../definitions/standalone-tasks.ts'
import {
  elementTable,
  externalTaskTable,
  incidentTable,
  instanceTable,
  jobTable,
  jsonColumns,
  type LiveTable,
  readRow,
  rootTable,
  subscriptionTable,
  taskTable,
} from '../save/tables.ts'
import { readVariable, variableJson } from './read-variable.ts'

/** What a command names: its root is found from it in the statement that locks. */
export interface Target {
  readonly by: keyof typeof targets
  readonly id: string
}

/** Roots with more open elements than this are loaded by parts (decision 2). */
export const wholeLoadLimit = 100
const variableLoadLimit = 2000

/** What many commands of one transaction may name. */
export type ManyTarget = keyof typeof tables

const tables = {
  instance: 'instance',
  job: 'job',
  subscription: 'subscription',
  externalTask: 'external_task',
  incident: 'incident',
} as const

const targets = {
  root: { root: '$2::uuid', element: 'null::uuid', source: '(select $2::uuid as root_id) r', isOfProcess: false },
  instance: { ...targetIn('instance', 'caller_element_id'), isOfProcess: true },
  task: targetIn('task', 'element_id'),
  job: targetIn('job', 'element_id'),
  subscription: targetIn('subscription', 'element_id'),
  externalTask: targetIn('external_task', 'element_id'),
  incident: targetIn('incident', 'element_id'),
  element: targetIn('element', 'id'),
}

/** How the root, and the element concerned, are found from the row of a table. */
function targetIn(table: string, element: string) {
  const where = 'where workplace_id = $1 and id = $2'
  return {
    root: `select root_id from ${table} ${where}`,
    element: `select ${element} from ${table} ${where}`,
    source: `(select root_id from ${table} ${where}) r`,
    isOfProcess: false,
  }
}

/**
 * Waits for the root's lock, counts its revision up and gives both. Loading is a statement of its own after it, so that it
 * sees what is there after the wait.
 */
export function lockStatement(workplaceId: string, target: Target): Statement {
  return {
    name: `lock_${target.by}`,
    text: lockTexts[target.by],
    values: [workplaceId, target.id],
  }
}

/** Name of the statements that fail when a root has changed. */
export const guardName = 'guard_revision'

/**
 * Locks a root and counts its revision up, and fails when that is not the one expected: then nothing of the batch stays.
 * A root that ends with the batch is only locked.
 */
export function guardStatement(
  workplaceId: string,
  { id, definitionId, revision }: { readonly id: string; readonly definitionId: string; readonly revision: number },
  isEnding: boolean,
): Statement {
  const table = definitionId === id || definitionId === standaloneTasks.id ? rootTable : 'instance'
  const root = 'workplace_id = $1 and id = $2 and revision = $3'
  const values = [workplaceId, id, revision]
  return isEnding
    ? {
        name: `${guardName}_of_end_${table}`,
        text: `select 1 / count(*) from (select id from ${table} where ${root} for no key update) i`,
        values,
      }
    : {
        name: `${guardName}_${table}`,
        text: `with i as (update ${table} set revision = revision + 1 where ${root} returning id) select 1 / count(*) from i`,
        values,
      }
}

/** A query for one column of ids, of which `$1` is the workplace. */
export type RootsQuery = Statement

/** The roots of many things of one kind. */
export function rootsOf(workplaceId: string, by: ManyTarget, ids: readonly string[]): RootsQuery {
  return {
    name: `roots_of_${by}`,
    text: `select root_id from ${tables[by]} where workplace_id = $1 and id = any($2)`,
    values: [workplaceId, ids],
  }
}

/** The roots of instances, and roots themselves. */
export function rootsOfAll(
  workplaceId: string,
  { instances, roots }: { readonly instances: readonly string[]; readonly roots: readonly string[] },
): RootsQuery {
  return {
    name: 'roots_of_all',
    text: 'select root_id from instance where workplace_id = $1 and id = any($2::uuid[]) union all select unnest($3::uuid[])',
    values: [workplaceId, instances, roots],
  }
}

/**
 * Waits for the locks of many roots, in an order that everybody keeps to, and counts their revisions up. Those of
 * processes come first, then the others.
 */
export function lockRootsStatements({ name, text, values }: RootsQuery): Statement[] {
  return ['instance', rootTable].map((table) => ({
    name: `lock_${name}_${table}`,
    text: `with locked as (select id from ${table} where workplace_id = $1 and id in (${text}) order by id for no key update)
      update ${table} t set revision = revision + 1 from locked where t.workplace_id = $1 and t.id = locked.id returning t.id`,
    values,
  }))
}

/** The same for a further root, without waiting: gives no row when somebody else holds it. */
export function tryLockStatement(workplaceId: string, rootId: string): Statement {
  return {
    name: 'try_lock_root',
    text: `update instance set revision = revision + 1 where workplace_id = $1 and id = (
        select id from instance where workplace_id = $1 and id = $2 for no key update skip locked) returning id, revision`,
    values: [workplaceId, rootId],
  }
}

/** One row with one JSON column: everything of a small root, of a big one only that it is big. */
export function loadStatement(workplaceId: string, target: Target): Statement {
  return { name: `load_${target.by}`, text: wholeTexts[target.by], values: [workplaceId, target.id] }
}

/**
 * By parts: elements with the scopes around them, a scope with everything below it, the arrivals at one join, or what
 * watches variables.
 */
export type Part =
  | { readonly kind: 'target'; readonly target: Target }
  | { readonly kind: 'element'; readonly id: string }
  | { readonly kind: 'scope'; readonly id: string }
  | { readonly kind: 'join'; readonly scopeId: string; readonly elementId: string }
  | { readonly kind: 'watching' }

export function loadPartStatement(workplaceId: string, rootId: string, part: Part): Statement {
  switch (part.kind) {
    case 'target':
      return {
        name: `load_part_${part.target.by}`,
        text: partTexts[part.target.by],
        values: [workplaceId, part.target.id, rootId],
      }
    case 'element':
      return { name: 'load_part_element', text: partTexts.element, values: [workplaceId, part.id, rootId] }
    case 'scope':
      return { name: 'load_part_scope', text: scopeText, values: [workplaceId, part.id, rootId] }
    case 'join':
      return { name: 'load_part_join', text: joinText, values: [workplaceId, part.scopeId, rootId, part.elementId] }
    case 'watching':
      return { name: 'load_part_watching', text: watchingText, values: [workplaceId, rootId, rootId] }
  }
}

// --- texts --------------------------------------------------------------------------------------

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

/** One more than a list may have tells that it has too many. */
function firstOf(table: string, limit: number, columns = '*'): string {
  return `select ${columns} from ${table} where workplace_id = $1 and root_id = r.root_id order by ${indexOrders[table] ?? 'element_id'} limit ${limit + 1}`
}

/** What follows the root in the index by which the rows of a root are found. */
const indexOrders: Readonly<Record<string, string>> = {
  instance: 'id',
  element: 'parent_id, element_key',
  variable: 'scope_id, name',
}

/** Most roots are process instances: a second table is looked at only for what may be of another root. */
const lockTexts = mapTargets(({ root, isOfProcess }) => {
  const lock = (table: string) =>
    `update ${table} set revision = revision + 1 where workplace_id = $1 and id = (${root}) returning id, revision`
  if (isOfProcess) return lock('instance')
  return `with i as (${lock('instance')}), r as (${lock(rootTable)}) select id, revision from i union all select id, revision from r`
})

const wholeTexts = mapTargets(({ source }) => wholeText(source))

/**
 * `found` gives the elements; the instances that they belong to, further ones, and all that belongs to both, follow. Ids are handed on
 * as arrays, because of a list of unknown length the planner expects hundreds and reads whole tables.
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

// `offset 0` keeps the planner from joining all elements with what was found.
const partTexts = mapTargets(({ element }) =>
  partText(`found as (
    select id, parent_id, instance_id from element where workplace_id = $1 and id = (${element})
    union
    select e.id, e.parent_id, e.instance_id from found f cross join lateral (
      select id, parent_id, instance_id from element where workplace_id = $1
        and id = any(array(select f.parent_id union all select caller_element_id from instance where workplace_id = $1 and id = f.parent_id)) offset 0) e)`),
)

const scopeText = partText(`found as (
    select id, parent_id, instance_id from element where workplace_id = $1 and root_id = $3 and parent_id = $2
    union all
    select e.id, e.parent_id, e.instance_id from element e where e.workplace_id = $1 and e.id = $2
    union all
    select e.id, e.parent_id, e.instance_id from found f cross join lateral (
      select id, parent_id, instance_id from element where workplace_id = $1 and root_id = $3 and f.id <> $2
        and parent_id = any(array(select f.id union all select id from instance where workplace_id = $1 and caller_element_id = f.id)) offset 0) e)`)

const joinText = partText(`found as (
    select id, parent_id, instance_id from element where workplace_id = $1 and root_id = $3 and parent_id = $2 and element_key = $4)`)

/** What any change of a variable may reach; the index `subscription_watching` is for it. */
const watching = "from subscription where workplace_id = $1 and root_id = $2 and kind in ('conditional', 'variable')"

const watchingText = partText(
  `found as (
    select id, parent_id, instance_id from element where workplace_id = $1 and id = any(array(select element_id ${watching}))
    union
    select e.id, e.parent_id, e.instance_id from found f cross join lateral (
      select id, parent_id, instance_id from element where workplace_id = $1
        and id = coalesce((select caller_element_id from instance where workplace_id = $1 and id = f.parent_id), f.parent_id) limit 1) e)`,
  `union select instance_id ${watching}`,
)

function mapTargets(text: (target: (typeof targets)[Target['by']]) => string): Record<Target['by'], string> {
  return Object.fromEntries(Object.entries(targets).map(([by, target]) => [by, text(target)])) as Record<
    Target['by'],
    string
  >
}

// --- reading ------------------------------------------------------------------------------------

const variableList = 2

/** What a load statement gave. Null: what the command names is not there (any more). */
export function readLoaded(result: ResultRows | undefined): LoadedRows | null {
  const text = result?.[0]?.[0]
  if (text === null || text === undefined) return null
  const [rootId, isPart, ...lists] = JSON.parse(text) as [string | null, boolean, ...(unknown[][] | null)[]]
  const [instances, elements, variables, tasks, jobs, subscriptions, externalTasks, incidents] = lists
  if (rootId === null) return null
  const isCut = lists.some(
    (list, index) => (list?.length ?? 0) > (index === variableList ? variableLoadLimit : wholeLoadLimit),
  )
  const rows: LoadedRows = {
    rootId,
    isComplete: !isPart && !isCut,
    instances: readAll<ProcessInstance>(instanceTable, instances).map((row) => ({ ...row, rootId })),
    elements: readAll<ElementInstance>(elementTable, elements),
    variables: inOrder((variables ?? []).map((values) => readVariable(values as unknown[]))),
    tasks: readAll<Task>(taskTable, tasks),
    jobs: readAll<Job>(jobTable, jobs),
    subscriptions: readAll<Subscription>(subscriptionTable, subscriptions),
    externalTasks: readAll<ExternalTask>(externalTaskTable, externalTasks),
    incidents: readAll<Incident>(incidentTable, incidents),
  }
  return isPart || rows.instances.length > 0 ? rows : null
}

/** Adds a further part to what was loaded before. */
export function mergeLoaded(rows: LoadedRows, more: LoadedRows, part: Part): LoadedRows {
  const merge = <Row extends { id: string }>(a: readonly Row[], b: readonly Row[]): Row[] =>
    [...new Map([...a, ...b].map((row) => [row.id, row])).values()].sort((x, y) =>
      x.id < y.id ? -1 : x.id > y.id ? 1 : 0,
    )
  const scopes =
    part.kind === 'scope'
      ? [
          part.id,
          ...more.elements.map(({ id }) => id),
          ...more.instances.filter(({ id, rootId }) => id !== rootId).map(({ id }) => id),
        ]
      : []
  return {
    rootId: rows.rootId,
    isComplete: false,
    completeScopes: [...(rows.completeScopes ?? []), ...scopes],
    completeJoins: [
      ...(rows.completeJoins ?? []),
      ...(part.kind === 'join' ? [`${part.scopeId} ${part.elementId}`] : []),
    ],
    hasWatching: rows.hasWatching === true || part.kind === 'watching',
    instances: merge(rows.instances, more.instances),
    elements: merge(rows.elements, more.elements),
    variables: merge(rows.variables, more.variables),
    tasks: merge(rows.tasks, more.tasks),
    jobs: merge(rows.jobs, more.jobs),
    subscriptions: merge(rows.subscriptions, more.subscriptions),
    externalTasks: merge(rows.externalTasks, more.externalTasks),
    incidents: merge(rows.incidents, more.incidents),
  }
}

function readAll<Row extends { readonly id: string }>(
  table: LiveTable<Row>,
  rows: unknown[][] | null | undefined,
): Row[] {
  return inOrder((rows ?? []).map((values) => readRow<Row>(table, values)))
}

/** Ids rise with time, so this is the order in which rows were made. */
function inOrder<Row extends { readonly id: string }>(rows: Row[]): Row[] {
  return rows.length < 2 ? rows : rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}
