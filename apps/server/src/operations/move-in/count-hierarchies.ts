import type { LoadedRows } from '@millrace/engine'
import type { ResultRows, Statement } from '../../platform/db/batch.ts'
import type { Report } from './report.ts'
import { countRestricted } from './restricted-variables.ts'
import type { Hierarchy } from './source/read-hierarchies.ts'
import { listBodySubscriptions } from './translate/work.ts'

/** The rows of an instance that are counted, with their titles in the report and their tables in this product. */
const counted = [
  { rows: 'tasks', title: 'tasks', table: 'task' },
  { rows: 'variables', title: 'variables', table: 'variable' },
  { rows: 'jobs', title: 'jobs', table: 'job' },
  { rows: 'externalTasks', title: 'external tasks', table: 'external_task' },
  { rows: 'incidents', title: 'incidents', table: 'incident' },
  { rows: 'subscriptions', title: 'event subscriptions', table: 'subscription' },
] as const

type CountedRows = (typeof counted)[number]['rows']

/** What was written of hierarchies. */
interface WrittenCounts {
  /** The keys of processes with their numbers of instances. */
  readonly instances: readonly (readonly [key: string, count: number])[]
  readonly rows: Readonly<Record<CountedRows, number>>
}

/** Returns the key of a process from the id of a definition in Camunda, which begins with the key. */
export function keyOf(definitionId: string): string {
  return definitionId.split(':')[0] ?? definitionId
}

function instancesOf({ executions }: Hierarchy): [key: string, count: number][] {
  return executions.filter(({ parent_id_ }) => parent_id_ === null).map(({ proc_def_id_ }) => [keyOf(proc_def_id_), 1])
}

/**
 * Adds the instances and rows of a call hierarchy to the report.
 *
 * @param kind the column of the report: in the source, moved by an earlier move, or left in the source.
 */
export function countInSource(report: Report, hierarchy: Hierarchy, kind: 'source' | 'earlier' | 'left'): void {
  for (const [key, count] of instancesOf(hierarchy)) report.add('running instances', key, kind, count)
  for (const { title, rows } of counted) report.add(title, null, kind, hierarchy[rows].length)
}

/** Adds call hierarchies to the report of a dry run as movable, with all their rows. */
export function countMovable(report: Report, hierarchies: readonly Hierarchy[]): void {
  for (const hierarchy of hierarchies) {
    for (const [key, count] of instancesOf(hierarchy)) report.add('running instances', key, 'moved', count)
    const ofBodies = listBodySubscriptions(hierarchy).length
    for (const { title, rows } of counted)
      report.add(title, null, 'moved', hierarchy[rows].length - (rows === 'subscriptions' ? ofBodies : 0))
    countRestricted(report, hierarchy.variables, hierarchy.history.variables)
  }
  leaveSubscriptions(report, hierarchies)
}

/**
 * Returns the statements that count the written rows of call hierarchies in this database, so that the report compares
 * the source with the database and not with itself. They belong to the writing transaction, because workers execute due
 * jobs right after it.
 */
export function countStatements(workplaceId: string, rootIds: readonly string[]): readonly Statement[] {
  const values = [workplaceId, rootIds]
  const where = 'where t.workplace_id = $1 and t.root_id = any($2::uuid[])'
  return [
    {
      name: 'moved_instances_count',
      text: `select d.key, count(*) from instance t join process_definition d on d.workplace_id = $1 and d.id = t.definition_id ${where} group by d.key`,
      values,
    },
    ...counted.map(({ table }) => ({
      name: `moved_${table}_count`,
      text: `select count(*) from ${table} t ${where}`,
      values,
    })),
  ]
}

/** Reads the answers to `countStatements`. */
export function readCounts([instances = [], ...counts]: readonly ResultRows[]): WrittenCounts {
  return {
    instances: instances.map(([key, count]) => [key ?? '', Number(count)]),
    rows: countEach((_, index) => Number(counts[index]?.[0]?.[0] ?? 0)),
  }
}

function countEach(countOf: (rows: CountedRows, index: number) => number): WrittenCounts['rows'] {
  const entries = counted.map(({ rows }, index) => [rows, countOf(rows, index)] as const)
  return Object.fromEntries(entries) as WrittenCounts['rows']
}

/**
 * Adds a call hierarchy to the report that this move has written before an interruption. The instances may have
 * continued since then, so the function counts the translated rows and not the current ones.
 *
 * @param translated null when the hierarchy can no longer be translated, because its process was deleted here.
 */
export function countBefore(report: Report, hierarchy: Hierarchy, translated: LoadedRows | null): void {
  if (translated === null) {
    countMovable(report, [hierarchy])
    return
  }
  const rows = countEach((one) => translated[one].length)
  countWritten(report, [hierarchy], [{ instances: instancesOf(hierarchy), rows }])
}

/** Adds the written rows of call hierarchies to the report, and the rows that have no equivalent in this product. */
export function countWritten(
  report: Report,
  hierarchies: readonly Hierarchy[],
  written: readonly WrittenCounts[],
): void {
  for (const { instances, rows } of written) {
    for (const [key, count] of instances) report.add('running instances', key, 'moved', count)
    for (const one of counted) report.add(one.title, null, 'moved', rows[one.rows])
  }
  for (const { variables, history } of hierarchies) countRestricted(report, variables, history.variables)
  const inSource = hierarchies.reduce((sum, { variables }) => sum + variables.length, 0)
  leaveVariables(report, inSource - written.reduce((sum, { rows }) => sum + rows.variables, 0))
  leaveSubscriptions(report, hierarchies)
}

/** A run that has ended leaves its counter in the source until the others end. Here it has no variables any more. */
function leaveVariables(report: Report, count: number): void {
  if (count <= 0) return
  report.add('variables', null, 'left', count)
  report.leave(
    {
      code: 'variable-of-ended-run',
      table: 'ACT_RU_VARIABLE',
      id: '*',
      message: `${count} variables of ended runs.`,
      isExpected: true,
    },
    { count, isListed: false },
  )
}

/** Here, the runs of a completed multi-instance body are compensated one by one. */
function leaveSubscriptions(report: Report, hierarchies: readonly Hierarchy[]): void {
  const count = hierarchies.reduce((sum, hierarchy) => sum + listBodySubscriptions(hierarchy).length, 0)
  if (count === 0) return
  report.add('event subscriptions', null, 'left', count)
  report.leave(
    {
      code: 'subscription-of-ended-body',
      table: 'ACT_RU_EVENT_SUBSCR',
      id: '*',
      message: `${count} event subscriptions of completed multi-instance bodies.`,
      isExpected: true,
    },
    { count, isListed: false },
  )
}
