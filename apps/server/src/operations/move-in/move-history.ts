import { type Definition, noRows } from '@millrace/engine'
import { breathe } from '../../platform/breathe.ts'
import { readDefinitions } from './definitions.ts'
import { isOfOtherTenant } from './is-of-other-tenant.ts'
import type { Moving } from './moving.ts'
import { countRestricted } from './restricted-variables.ts'
import { type EndedHierarchy, readEnded } from './source/read-hierarchies.ts'
import { translateHistory } from './translate/history.ts'
import { createRootWriter, type PreparedRoot } from './write-roots.ts'

/** The number of hierarchies that are read and written at a time. */
const portion = 100

/** Moves instances that have ended: each call hierarchy once, as a whole or not at all. */
export async function moveHistory(moving: Moving): Promise<void> {
  const { source, ledger, report, since, from } = moving
  const total = await source.count('act_hi_procinst', 'end_time_ is not null and super_process_instance_id_ is null')
  let { done } = from
  for await (const hierarchies of readEnded(source, since, { size: portion, after: from.after })) {
    const wanted = hierarchies.filter((hierarchy) => isWanted(moving, hierarchy))
    const rootIds = wanted.map(({ rootId }) => rootId)
    const known = await ledger.find('history', rootIds)
    // What came over while it ran has gone on here.
    const ran = await ledger.find('hierarchy', rootIds)
    const whenOf = ({ rootId }: EndedHierarchy) => known.get(rootId) ?? (ran.has(rootId) ? 'earlier' : undefined)
    const definitions = await readDefinitions(
      moving,
      wanted
        .filter((hierarchy) => whenOf(hierarchy) === undefined)
        .flatMap(({ history }) => history.instances.map(({ proc_def_id_ }) => proc_def_id_)),
    )
    const writer = createRootWriter(moving, 'history')
    const added: EndedHierarchy[] = []
    for (const hierarchy of wanted) {
      // Many in a row would keep everybody else of this process waiting.
      await breathe()
      if (moving.isStopped()) break
      const when = whenOf(hierarchy)
      count(report, hierarchy, 'source')
      if (when !== undefined) count(report, hierarchy, when)
      else {
        await writer.add(prepare(moving, hierarchy, definitions))
        added.push(hierarchy)
      }
    }
    const { refused } = await writer.flush()
    for (const hierarchy of added) count(report, hierarchy, refused.has(hierarchy.rootId) ? 'left' : 'moved')
    if (moving.isStopped()) return
    done += hierarchies.length
    await moving.reached({ after: hierarchies.at(-1)?.rootId ?? '', done, total })
  }
}

function isWanted(moving: Moving, { rootId, history }: EndedHierarchy): boolean {
  const top = history.instances.find(({ proc_inst_id_ }) => proc_inst_id_ === rootId)
  if (isOfOtherTenant(moving, top?.tenant_id_)) return false
  // Camunda's definition ids begin with the key.
  return moving.keys === null || moving.keys.has(top?.proc_def_id_.split(':')[0] ?? '')
}

function count(
  report: Moving['report'],
  { history }: EndedHierarchy,
  kind: 'source' | 'moved' | 'earlier' | 'left',
): void {
  report.add('ended instances', null, kind, history.instances.length)
  report.add('ended activities', null, kind, history.activities.length)
  report.add('ended tasks', null, kind, history.tasks.length)
  if (kind === 'moved') countRestricted(report, history.variables)
}

function prepare(
  { ids }: Moving,
  { rootId: sourceId, history: rows, bytes }: EndedHierarchy,
  definitions: ReadonlyMap<string, Definition>,
): PreparedRoot {
  const rootId = ids.of(sourceId)
  const history = translateHistory(rows, {
    rootId,
    ids,
    bytes,
    running: new Map(),
    variables: new Map(),
    definitionOf: (id) => definitions.get(id) ?? null,
  })
  const definitionIds = new Map(history.instances.map(({ instance }) => [instance.id, instance.definitionId]))
  return {
    sourceId,
    root: {
      rows: { rootId, ...noRows },
      history,
      links: [],
      annotations: new Map<string, string>(),
      definitionOf: (id) => definitionIds.get(id) ?? '',
    },
  }
}
