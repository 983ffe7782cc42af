import { isOfOtherTenant } from './is-of-other-tenant.ts'
import type { Moving } from './moving.ts'
import { type Hierarchy, readHierarchies } from './source/read-hierarchies.ts'
import { listBodySubscriptions } from './translate/work.ts'
import { createHierarchyWriter } from './write-hierarchies.ts'

/** The number of hierarchies that are read and written at a time, to limit memory. */
const portion = 100

/** Moves running instances, each call hierarchy as a whole or not at all. */
export async function moveHierarchies(moving: Moving): Promise<void> {
  const { source, ledger, report, from } = moving
  const total = await source.count('act_ru_execution', 'parent_id_ is null and super_exec_ is null')
  let { done } = from
  for await (const hierarchies of readHierarchies(source, from.after, portion)) {
    const wanted = hierarchies.filter((hierarchy) => isWanted(moving, hierarchy))
    const known = await ledger.find(
      'hierarchy',
      wanted.map(({ rootId }) => rootId),
    )
    const writer = await createHierarchyWriter(
      moving,
      wanted.filter(({ rootId }) => !known.has(rootId)),
    )
    const moved: Hierarchy[] = []
    for (const hierarchy of wanted) {
      if (moving.isStopped()) break
      count(report, hierarchy, 'source')
      const when = known.get(hierarchy.rootId)
      if (when === 'earlier') count(report, hierarchy, 'earlier')
      else if (when === 'moved' || (await writer.add(hierarchy))) moved.push(hierarchy)
      else count(report, hierarchy, 'left')
    }
    const refused = await writer.flush()
    for (const hierarchy of moved) if (refused.has(hierarchy.rootId)) count(report, hierarchy, 'left')
    await countMoved(
      moving,
      moved.filter(({ rootId }) => !refused.has(rootId)),
    )
    if (moving.isStopped()) return
    done += hierarchies.length
    await moving.reached({ after: hierarchies.at(-1)?.rootId ?? '', done, total })
  }
}

function isWanted(moving: Moving, { executions, rootId }: Hierarchy): boolean {
  const { keys } = moving
  const top = executions.find(({ id_ }) => id_ === rootId)
  if (isOfOtherTenant(moving, top?.tenant_id_)) return false
  return keys === null || keys.has(keyOf(top?.proc_def_id_ ?? ''))
}

/** Camunda's definition ids begin with the key. */
function keyOf(definitionId: string): string {
  return definitionId.split(':')[0] ?? definitionId
}

/** A run that has ended leaves its counter in the source until the others end. Here it has no variables any more. */
function leaveVariables({ report }: Moving, count: number): void {
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
function leaveSubscriptions({ report }: Moving, hierarchies: readonly Hierarchy[]): void {
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

type Kind = 'source' | 'earlier' | 'left'

function count(report: Moving['report'], hierarchy: Hierarchy, kind: Kind): void {
  for (const { parent_id_, proc_def_id_ } of hierarchy.executions)
    if (parent_id_ === null) report.add('running instances', keyOf(proc_def_id_), kind)
  for (const { title, rowsOf } of counted) report.add(title, null, kind, rowsOf(hierarchy).length)
}

/** Rows of instances, with the tables that they are in here. */
const counted = [
  { title: 'tasks', table: 'task', rowsOf: ({ tasks }: Hierarchy): readonly unknown[] => tasks },
  { title: 'variables', table: 'variable', rowsOf: ({ variables }: Hierarchy): readonly unknown[] => variables },
  { title: 'jobs', table: 'job', rowsOf: ({ jobs }: Hierarchy): readonly unknown[] => jobs },
  {
    title: 'external tasks',
    table: 'external_task',
    rowsOf: ({ externalTasks }: Hierarchy): readonly unknown[] => externalTasks,
  },
  { title: 'incidents', table: 'incident', rowsOf: ({ incidents }: Hierarchy): readonly unknown[] => incidents },
  {
    title: 'event subscriptions',
    table: 'subscription',
    rowsOf: ({ subscriptions }: Hierarchy): readonly unknown[] => subscriptions,
  },
] as const

/** Counts in this database what was written, so that the report compares two sides and not one with itself. */
async function countMoved(moving: Moving, moved: readonly Hierarchy[]): Promise<void> {
  const { runtime, actor, ids, report, isDryRun } = moving
  if (moved.length === 0) return
  if (isDryRun) {
    for (const hierarchy of moved) {
      for (const { parent_id_, proc_def_id_ } of hierarchy.executions)
        if (parent_id_ === null) report.add('running instances', keyOf(proc_def_id_), 'moved')
      for (const { title, rowsOf } of counted)
        if (title !== 'event subscriptions') report.add(title, null, 'moved', rowsOf(hierarchy).length)
      const ofBodies = listBodySubscriptions(hierarchy).length
      report.add('event subscriptions', null, 'moved', hierarchy.subscriptions.length - ofBodies)
    }
    leaveSubscriptions(moving, moved)
    return
  }
  const values = [actor.workplaceId, moved.map(({ rootId }) => ids.of(rootId))]
  const where = 'where t.workplace_id = $1 and t.root_id = any($2::uuid[])'
  const [instances = [], ...counts] = await runtime.db.read(actor, (tx) =>
    tx.batch([
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
    ]),
  )
  for (const [key, number] of instances) report.add('running instances', key ?? '', 'moved', Number(number))
  for (const [index, { title }] of counted.entries())
    report.add(title, null, 'moved', Number(counts[index]?.[0]?.[0] ?? 0))
  leaveSubscriptions(moving, moved)
  const inSource = moved.reduce((sum, { variables }) => sum + variables.length, 0)
  const written = counts[counted.findIndex(({ title }) => title === 'variables')]?.[0]?.[0]
  leaveVariables(moving, inSource - Number(written ?? 0))
}
