import { setImmediate as breathe } from 'node:timers/promises'
import type { Definition } from '@millrace/engine'
import pg from 'pg'
import { hasLostDatabase } from '../../platform/db/has-lost-database.ts'
import { isUnstorable } from '../../platform/db/is-unstorable.ts'
import { reasonOf } from '../../platform/start-failure.ts'
import { type AdoptedRoot, adoptProcesses } from '../../runtime/adopt/adopt-root.ts'
import { unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import { readDefinitions } from './definitions.ts'
import type { Moving } from './moving.ts'
import type { Hierarchy } from './source/read-hierarchies.ts'
import { presentFlowable } from './translate/flowable/present-flowable.ts'
import { translateHierarchy } from './translate/hierarchy.ts'
import { translateHistory } from './translate/history.ts'
import { Untranslatable } from './translate/untranslatable.ts'

/** A call hierarchy in the form in which it is written. */
interface Prepared {
  readonly sourceId: string
  readonly root: AdoptedRoot
}

/** Rows of one transaction, beyond which the next hierarchies are in another one. */
const maxRows = 5000

interface HierarchyWriter {
  /** Translates a hierarchy and keeps it for the next transaction. @returns false when it is left out. */
  add(hierarchy: Hierarchy): Promise<boolean>
  /**
   * Writes what is kept, each hierarchy as a whole or not at all.
   *
   * @returns the ids in the source of all added hierarchies that PostgreSQL refused. The report has the reason of each.
   */
  flush(): Promise<ReadonlySet<string>>
}

/** Creates the writer of some hierarchies, which reads their definitions once. */
export async function createHierarchyWriter(
  moving: Moving,
  hierarchies: readonly Hierarchy[],
): Promise<HierarchyWriter> {
  const definitions = await readDefinitions(
    moving,
    hierarchies.flatMap(({ executions, history }) =>
      [...executions, ...history.instances].map(({ proc_def_id_ }) => proc_def_id_),
    ),
  )
  let kept: Prepared[] = []
  let rows = 0
  const refused = new Set<string>()
  const flush = async () => {
    const some = kept
    kept = []
    rows = 0
    if (some.length > 0) for (const id of await writeTogether(moving, some)) refused.add(id)
    return refused
  }
  return {
    add: async (hierarchy) => {
      // Many in a row would keep everybody else of this process waiting.
      await breathe()
      const prepared = prepare(moving, hierarchy, definitions)
      if (prepared === null || moving.isDryRun) return prepared !== null
      kept.push(prepared)
      rows += sizeOf(prepared)
      if (rows >= maxRows) await flush()
      return true
    },
    flush,
  }
}

function sizeOf({ root: { rows, history } }: Prepared): number {
  const { instances, elements, variables, tasks } = rows
  const ended = history.elements.length + history.tasks.length + history.variables.length
  return instances.length + elements.length + variables.length + tasks.length + ended + history.facts.length
}

/** Returns null for a hierarchy that cannot be translated, after the report has the reason. */
function prepare(
  { ids, report, source }: Moving,
  hierarchy: Hierarchy,
  definitions: ReadonlyMap<string, Definition>,
): Prepared | null {
  const definitionOf = (id: string): Definition => {
    const found = definitions.get(id)
    if (found === undefined) throw new Untranslatable('definition-missing', `The definition ${id} has not come over.`)
    return found
  }
  try {
    const presented = source.family === 'flowable' ? presentFlowable(hierarchy, definitionOf) : hierarchy
    const { rows, instances, links, annotations } = translateHierarchy(presented, definitionOf, ids)
    const history = translateHistory(hierarchy.history, {
      rootId: rows.rootId,
      ids,
      bytes: hierarchy.bytes,
      running: instances,
      variables: new Map(rows.variables.map((variable) => [variable.id, variable])),
      definitionOf: (id) => definitions.get(id) ?? null,
    })
    const definitionIds = new Map([
      ...history.instances.map(({ instance }) => [instance.id, instance.definitionId] as const),
      ...rows.instances.map(({ id, definitionId }) => [id, definitionId] as const),
    ])
    return {
      sourceId: hierarchy.rootId,
      root: { rows, history, links, annotations, definitionOf: (id) => definitionIds.get(id) ?? '' },
    }
  } catch (error) {
    if (!(error instanceof Untranslatable)) throw error
    report.leave({ code: error.code, table: 'ACT_RU_EXECUTION', id: hierarchy.rootId, message: error.message })
    return null
  }
}

/**
 * Writes hierarchies in one transaction. If it fails, each is written in one of its own, so that those that PostgreSQL
 * refuses keep no other from moving.
 *
 * @returns the ids in the source of the refused ones.
 */
async function writeTogether(moving: Moving, some: readonly Prepared[]): Promise<string[]> {
  try {
    await write(moving, some)
    return []
  } catch (error) {
    // What a lost commit has written would be refused here. The next worker finds it in the ledger.
    if (hasLostDatabase(error) || (some.length === 1 && !isRefusedRow(error))) throw error
    if (some.length === 1) return some.map(({ sourceId }) => leaveRefused(moving, sourceId, error))
    const refused: string[] = []
    for (const one of some) refused.push(...(await writeTogether(moving, [one])))
    return refused
  }
}

/** Returns whether a value breaks a type, a constraint or a limit, and not whether another run moved the same hierarchy. */
function isRefusedRow(error: unknown): boolean {
  if (isUnstorable(error)) return true
  if (!(error instanceof pg.DatabaseError) || error.table === 'moved_item') return false
  // Data exceptions and broken constraints.
  return ['22', '23'].includes(error.code?.slice(0, 2) ?? '')
}

function leaveRefused({ report }: Moving, sourceId: string, error: unknown): string {
  report.leave({
    code: 'row-refused',
    table: 'ACT_RU_EXECUTION',
    id: sourceId,
    message: `PostgreSQL refused a row of the instance: ${reasonOf(error)}.`,
  })
  return sourceId
}

async function write({ runtime, actor, ledger }: Moving, some: readonly Prepared[]): Promise<void> {
  await unitOfWork(runtime, actor, async (unit) => {
    unit.write(
      ledger.markAll(
        'hierarchy',
        some.map(({ sourceId }) => sourceId),
      ),
      ...adoptProcesses(
        actor,
        some.map(({ root }) => root),
      ),
    )
    if (some.some(({ root }) => root.rows.jobs.length > 0)) unit.announceJobs()
  })
}
