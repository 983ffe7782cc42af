import type { Definition, LoadedRows } from '@millrace/engine'
import { breathe } from '../../platform/breathe.ts'
import { readDefinitions } from './definitions.ts'
import type { Moving } from './moving.ts'
import type { Hierarchy } from './source/read-hierarchies.ts'
import { presentFlowable } from './translate/flowable/present-flowable.ts'
import { translateHierarchy } from './translate/hierarchy.ts'
import { translateHistory } from './translate/history.ts'
import { Untranslatable } from './translate/untranslatable.ts'
import { type Counting, createRootWriter, type PreparedRoot, type RootWriter } from './write-roots.ts'

interface HierarchyWriter extends Pick<RootWriter, 'flush'> {
  /** Translates a hierarchy and keeps it for the next transaction. @returns false when it is left out. */
  add(hierarchy: Hierarchy): Promise<boolean>
  /** Returns the rows that a hierarchy is written as; null when it cannot be translated. It is not kept. */
  translate(hierarchy: Hierarchy): Promise<LoadedRows | null>
}

/** Creates the writer of some running hierarchies, which reads their definitions once. */
export async function createHierarchyWriter(
  moving: Moving,
  hierarchies: readonly Hierarchy[],
  counting: Counting,
): Promise<HierarchyWriter> {
  const definitions = await readDefinitions(
    moving,
    hierarchies.flatMap(({ executions, history }) =>
      [...executions, ...history.instances].map(({ proc_def_id_ }) => proc_def_id_),
    ),
  )
  const writer = createRootWriter(moving, 'hierarchy', counting)
  return {
    add: async (hierarchy) => {
      // Many in a row would keep everybody else of this process waiting.
      await breathe()
      const prepared = prepare(moving, hierarchy, definitions)
      if (prepared instanceof Untranslatable) {
        const { code, message } = prepared
        moving.report.leave({ code, table: 'ACT_RU_EXECUTION', id: hierarchy.rootId, message })
        return false
      }
      await writer.add(prepared)
      return true
    },
    translate: async (hierarchy) => {
      await breathe()
      const prepared = prepare(moving, hierarchy, definitions)
      return prepared instanceof Untranslatable ? null : prepared.root.rows
    },
    flush: writer.flush,
  }
}

/** Returns the reason for a hierarchy that cannot be translated. */
function prepare(
  { ids, source }: Moving,
  hierarchy: Hierarchy,
  definitions: ReadonlyMap<string, Definition>,
): PreparedRoot | Untranslatable {
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
    if (error instanceof Untranslatable) return error
    throw error
  }
}
