import type { DataNode, RuntimeField } from '../compile/runtime-document.ts'
import { createRecord, isPlainObject } from '../document/plain-object.ts'
import { printPath, type ValuePath } from '../paths/path.ts'
import type { JsonValues } from './value-tree.ts'

/** Returns the new entry of a field at `path`. */
export type ChangeEntry = (entry: unknown, field: RuntimeField, path: string) => unknown

/**
 * Replaces the entries of all fields in values from outside, including rows and groups. Values without the shape of the
 * form stay unchanged, for `readSubmission` to refuse.
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
