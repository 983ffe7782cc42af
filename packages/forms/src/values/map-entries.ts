import type { DataNode, RuntimeField } from '../compile/runtime-document.ts'
import { createRecord, isPlainObject } from '../document/plain-object.ts'
import { printPath, type ValuePath } from '../paths/path.ts'
import type { JsonValues } from './value-tree.ts'

/** What becomes of what is in a field; `path` says where. */
export type ChangeEntry = (entry: unknown, field: RuntimeField, path: string) => unknown

/**
 * Values of unknown origin with what is in their fields replaced, in rows and groups too. What does not have the shape
 * of the form is left as it is, for `readSubmission` to refuse.
 */
export function mapEntries(nodes: readonly DataNode[], values: JsonValues, change: ChangeEntry): JsonValues {
  return mapMembers(nodes, { values, path: [], change })
}

interface Place {
  readonly values: JsonValues
  readonly path: ValuePath
  readonly change: ChangeEntry
}

function mapMembers(nodes: readonly DataNode[], { values, path, change }: Place): JsonValues {
  const mapped = Object.assign(createRecord<unknown>(), values)
  for (const node of nodes) {
    const entry = mapped[node.key]
    if (entry === undefined) continue
    const at = [...path, node.key]
    if (node.kind === 'field') mapped[node.key] = change(entry, node, printPath(at))
    else if (node.kind === 'group') {
      if (isPlainObject(entry)) mapped[node.key] = mapMembers(node.members, { values: entry, path: at, change })
    } else if (Array.isArray(entry))
      mapped[node.key] = (entry as unknown[]).map((row, index) =>
        isPlainObject(row) ? mapMembers(node.members, { values: row, path: [...at, index], change }) : row,
      )
  }
  return mapped
}
