import { setImmediate as breathe } from 'node:timers/promises'
import type { Definition } from '@millrace/engine'
import { hasLostDatabase } from '../../platform/db/has-lost-database.ts'
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
  /** Writes what is kept, each hierarchy as a whole or not at all. */
  flush(): Promise<void>
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
  const flush = async () => {
    const some = kept
    kept = []
    rows = 0
    if (some.length > 0) await writeTogether(moving, some)
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
 * After a failure, those before the hierarchy that PostgreSQL refuses are written one by one, and the failure is thrown. The
 * loss of the database is thrown immediately: the answer to a commit may be lost, and the ledger has what was moved.
 */
async function writeTogether(moving: Moving, some: readonly Prepared[]): Promise<void> {
  try {
    await write(moving, some)
  } catch (error) {
    if (some.length === 1 || hasLostDatabase(error)) throw error
    for (const one of some) await write(moving, [one])
  }
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
