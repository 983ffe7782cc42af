import { setImmediate as breathe } from 'node:timers/promises'
import type { Definition } from '@millrace/engine'
import { readDefinitions } from './definitions.ts'
import type { Moving } from './moving.ts'
import type { Hierarchy } from './source/read-hierarchies.ts'
import { presentFlowable } from './translate/flowable/present-flowable.ts'
import { translateHierarchy } from './translate/hierarchy.ts'
import { translateHistory } from './translate/history.ts'
import { Untranslatable } from './translate/untranslatable.ts'
import { createRootWriter, type PreparedRoot, type RootWriter } from './write-roots.ts'

interface HierarchyWriter extends Pick<RootWriter, 'flush'> {
  /** Translates a hierarchy and keeps it for the next transaction. @returns false when it is left out. */
  add(hierarchy: Hierarchy): Promise<boolean>
}

/** Creates the writer of some running hierarchies, which reads their definitions once. */
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
  const writer = createRootWriter(moving, 'hierarchy')
  return {
    add: async (hierarchy) => {
      // Many in a row would keep everybody else of this process waiting.
      await breathe()
      const prepared = prepare(moving, hierarchy, definitions)
      if (prepared !== null) await writer.add(prepared)
      return prepared !== null
    },
    flush: writer.flush,
  }
}

/** Returns null for a hierarchy that cannot be translated, after the report has the reason. */
function prepare(
  { ids, report, source }: Moving,
  hierarchy: Hierarchy,
  definitions: ReadonlyMap<string, Definition>,
): PreparedRoot | null {
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
