import { noRows } from '@millrace/engine'
import { adoptStatements } from '../../runtime/adopt/adopt-root.ts'
import { readDefinitions } from './definitions.ts'
import { isOfOtherTenant } from './is-of-other-tenant.ts'
import type { Moving } from './moving.ts'
import { type EndedHierarchy, readEnded } from './source/read-hierarchies.ts'
import { translateHistory } from './translate/history.ts'

/** The number of hierarchies that are read at a time. */
const portion = 50

/** Moves instances that have ended: each call hierarchy once, as a whole. */
export async function moveHistory(moving: Moving): Promise<void> {
  const { source, ledger, report, keys, since, from } = moving
  const total = await source.count('act_hi_procinst', 'end_time_ is not null and super_process_instance_id_ is null')
  let { done } = from
  for await (const hierarchies of readEnded(source, since, { size: portion, after: from.after })) {
    const wanted = hierarchies.filter(({ rootId, history }) => {
      const top = history.instances.find(({ proc_inst_id_ }) => proc_inst_id_ === rootId)
      if (isOfOtherTenant(moving, top?.tenant_id_)) return false
      return keys === null || keys.has(top?.proc_def_id_.split(':')[0] ?? '')
    })
    const rootIds = wanted.map(({ rootId }) => rootId)
    const known = await ledger.find('history', rootIds)
    // What came over while it ran has gone on here.
    const ran = await ledger.find('hierarchy', rootIds)
    for (const hierarchy of wanted) {
      if (moving.isStopped()) return
      const when = known.get(hierarchy.rootId) ?? (ran.has(hierarchy.rootId) ? 'earlier' : undefined)
      if (when === undefined) await moveEnded(moving, hierarchy)
      for (const kind of ['source', when ?? 'moved'] as const) {
        report.add('ended instances', null, kind, hierarchy.history.instances.length)
        report.add('ended activities', null, kind, hierarchy.history.activities.length)
        report.add('ended tasks', null, kind, hierarchy.history.tasks.length)
      }
    }
    done += hierarchies.length
    await moving.reached({ after: hierarchies.at(-1)?.rootId ?? '', done, total })
  }
}

async function moveEnded(moving: Moving, { rootId: sourceId, history: rows, bytes }: EndedHierarchy): Promise<void> {
  const { runtime, actor, ids, ledger, isDryRun } = moving
  const definitions = await readDefinitions(
    moving,
    rows.instances.map(({ proc_def_id_ }) => proc_def_id_),
  )
  const rootId = ids.of(sourceId)
  const history = translateHistory(rows, {
    rootId,
    ids,
    bytes,
    running: new Map(),
    variables: new Map(),
    definitionOf: (id) => definitions.get(id) ?? null,
  })
  if (isDryRun) return
  const definitionIds = new Map(history.instances.map(({ instance }) => [instance.id, instance.definitionId]))
  const root = {
    rows: { rootId, ...noRows },
    history,
    links: [],
    annotations: new Map<string, string>(),
    definitionOf: (id: string) => definitionIds.get(id) ?? '',
  }
  await runtime.db.withTransaction(actor, (tx) =>
    tx.commit([ledger.mark('history', sourceId), ...adoptStatements(actor, root, runtime.newId)]),
  )
}
