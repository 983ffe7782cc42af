import {
  countBefore,
  countInSource,
  countMovable,
  countStatements,
  countWritten,
  keyOf,
  readCounts,
} from './count-hierarchies.ts'
import { isOfOtherTenant } from './is-of-other-tenant.ts'
import type { Moving } from './moving.ts'
import { type Hierarchy, readHierarchies } from './source/read-hierarchies.ts'
import { createHierarchyWriter } from './write-hierarchies.ts'

/** The number of hierarchies that are read and written at a time, to limit memory. */
const portion = 100

/** Moves running instances, each call hierarchy as a whole or not at all. */
export async function moveHierarchies(moving: Moving): Promise<void> {
  const { actor, source, ledger, report, from, isDryRun } = moving
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
      wanted.filter(({ rootId }) => known.get(rootId) !== 'earlier'),
      (rootIds) => countStatements(actor.workplaceId, rootIds),
    )
    const added: Hierarchy[] = []
    for (const hierarchy of wanted) {
      if (moving.isStopped()) break
      countInSource(report, hierarchy, 'source')
      const when = known.get(hierarchy.rootId)
      if (when === 'earlier') countInSource(report, hierarchy, 'earlier')
      else if (when === 'moved') countBefore(report, hierarchy, await writer.translate(hierarchy))
      else if (await writer.add(hierarchy)) added.push(hierarchy)
      else countInSource(report, hierarchy, 'left')
    }
    const { refused, results } = await writer.flush()
    for (const hierarchy of added) if (refused.has(hierarchy.rootId)) countInSource(report, hierarchy, 'left')
    const moved = added.filter(({ rootId }) => !refused.has(rootId))
    if (isDryRun) countMovable(report, moved)
    else countWritten(report, moved, results.map(readCounts))
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
