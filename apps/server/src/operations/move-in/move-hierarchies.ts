import type { Definition } from '@millrace/engine'
import { adoptStatements } from '../../runtime/adopt/adopt-root.ts'
import { unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import { readDefinitions } from './definitions.ts'
import type { Moving } from './moving.ts'
import { type Hierarchy, readHierarchies } from './source/read-hierarchies.ts'
import { translateHierarchy } from './translate/hierarchy.ts'
import { translateHistory } from './translate/history.ts'
import { Untranslatable } from './translate/untranslatable.ts'

/** So many hierarchies are read and written at a time: their rows are all that is in memory. */
const portion = 50

/** Moves running instances, each call hierarchy as a whole or not at all. */
export async function moveHierarchies(moving: Moving): Promise<void> {
  const { source, ledger, report } = moving
  const total = await source.count('act_ru_execution', 'parent_id_ is null and super_exec_ is null')
  let done = 0
  for await (const hierarchies of readHierarchies(source, portion)) {
    const wanted = hierarchies.filter((hierarchy) => isWanted(moving, hierarchy))
    const known = await ledger.find(
      'hierarchy',
      wanted.map(({ rootId }) => rootId),
    )
    for (const hierarchy of wanted) {
      if (moving.isStopped()) return
      const isKnown = known.has(hierarchy.rootId)
      const outcome = isKnown ? 'earlier' : (await moveHierarchy(moving, hierarchy)) ? 'moved' : 'left'
      count(report, hierarchy, 'source')
      count(report, hierarchy, outcome)
    }
    done += hierarchies.length
    moving.progress(`Running instances: ${done} of ${total}`)
  }
}

function isWanted({ keys }: Moving, { executions, rootId }: Hierarchy): boolean {
  const top = executions.find(({ id_ }) => id_ === rootId)
  return keys === null || keys.has(keyOf(top?.proc_def_id_ ?? ''))
}

/** Camunda's definition ids begin with the key. */
function keyOf(definitionId: string): string {
  return definitionId.split(':')[0] ?? definitionId
}

async function moveHierarchy(moving: Moving, hierarchy: Hierarchy): Promise<boolean> {
  const { runtime, actor, ids, ledger, report, isDryRun } = moving
  try {
    const definitions = await readDefinitions(moving, [
      ...hierarchy.executions.map(({ proc_def_id_ }) => proc_def_id_),
      ...hierarchy.history.instances.map(({ proc_def_id_ }) => proc_def_id_),
    ])
    const definitionOf = (id: string): Definition => {
      const found = definitions.get(id)
      if (found === undefined) throw new Untranslatable('definition-missing', `The definition ${id} has not come over.`)
      return found
    }
    if (isDryRun && definitions.size === 0) return true
    const { rows, instances, links, annotations } = translateHierarchy(hierarchy, definitionOf, ids)
    const history = translateHistory(hierarchy.history, {
      rootId: rows.rootId,
      ids,
      bytes: hierarchy.bytes,
      running: instances,
      variables: new Map(rows.variables.map((variable) => [variable.id, variable])),
      definitionOf: (id) => definitions.get(id) ?? null,
    })
    if (isDryRun) return true
    const definitionIds = new Map([
      ...history.instances.map(({ instance }) => [instance.id, instance.definitionId] as const),
      ...rows.instances.map(({ id, definitionId }) => [id, definitionId] as const),
    ])
    await unitOfWork(runtime, actor, async (unit) => {
      unit.write(
        ledger.mark('hierarchy', hierarchy.rootId),
        ...adoptStatements(
          actor,
          { rows, history, links, annotations, definitionOf: (id) => definitionIds.get(id) ?? '' },
          runtime.newId,
        ),
      )
      if (rows.jobs.length > 0) unit.announceJobs()
    })
    return true
  } catch (error) {
    if (!(error instanceof Untranslatable)) throw error
    report.leave({ code: error.code, table: 'ACT_RU_EXECUTION', id: hierarchy.rootId, message: error.message })
    return false
  }
}

function count(
  report: Moving['report'],
  { executions, tasks, variables, jobs, externalTasks, incidents, subscriptions }: Hierarchy,
  kind: 'source' | 'moved' | 'earlier' | 'left',
): void {
  for (const { parent_id_, proc_def_id_ } of executions)
    if (parent_id_ === null) report.add('running instances', keyOf(proc_def_id_), kind)
  report.add('tasks', null, kind, tasks.length)
  report.add('variables', null, kind, variables.length)
  report.add('jobs', null, kind, jobs.length)
  report.add('external tasks', null, kind, externalTasks.length)
  report.add('incidents', null, kind, incidents.length)
  report.add('event subscriptions', null, kind, subscriptions.length)
}
