import type { DataNode } from '../compile/runtime-document.ts'
import { createRecord, isPlainObject } from '../document/plain-object.ts'
import { holdsFiles } from '../fields/registry.ts'
import { printPath, type ValuePath } from '../paths/path.ts'
import type { JsonValues } from './value-tree.ts'

/**
 * Values of unknown origin with what stands in their file fields replaced, in rows and groups too. What does not have the
 * shape of the form is left as it is, for `readSubmission` to refuse.
 *
 * @param change gets what stands in a file field, and its path.
 */
export function mapFiles(
  nodes: readonly DataNode[],
  values: JsonValues,
  change: (entry: unknown, path: string) => unknown,
): JsonValues {
  return mapMembers(nodes, { values, path: [], change })
}

interface Place {
  readonly values: JsonValues
  readonly path: ValuePath
  readonly change: (entry: unknown, path: string) => unknown
}

function mapMembers(nodes: readonly DataNode[], { values, path, change }: Place): JsonValues {
  const mapped = Object.assign(createRecord<unknown>(), values)
  for (const node of nodes) {
    const entry = mapped[node.key]
    if (entry === undefined) continue
    const at = [...path, node.key]
    if (node.kind === 'field') {
      if (holdsFiles(node.type)) mapped[node.key] = change(entry, printPath(at))
    } else if (node.kind === 'group') {
      if (isPlainObject(entry)) mapped[node.key] = mapMembers(node.members, { values: entry, path: at, change })
    } else if (Array.isArray(entry))
      mapped[node.key] = (entry as unknown[]).map((row, index) =>
        isPlainObject(row) ? mapMembers(node.members, { values: row, path: [...at, index], change }) : row,
      )
  }
  return mapped
}
