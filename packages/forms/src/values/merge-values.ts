import type { DataNode, RuntimeList } from '../compile/runtime-document.ts'
import { createRecord, isPlainObject } from '../document/plain-object.ts'
import { rowMarker } from '../document/row-marker.ts'
import type { Problem } from '../messages/catalogue.ts'
import { printPath, type ValuePath } from '../paths/path.ts'
import { readOrigin } from './read-values.ts'
import type { JsonValues } from './value-tree.ts'

export interface Merge {
  readonly path: ValuePath
  /** Rows that name an earlier row which does not exist, or which another row names too. */
  readonly problems: Problem[]
}

/**
 * Merges sent values into earlier ones. Values that were not sent stay; a sent list has the sent rows, and each earlier
 * row keeps its values that were not sent.
 */
export function mergeValues(
  nodes: readonly DataNode[],
  before: JsonValues,
  sent: JsonValues,
  merge: Merge,
): JsonValues {
  const merged = createRecord<unknown>()
  for (const node of nodes) {
    const { key } = node
    const old = Object.hasOwn(before, key) ? before[key] : undefined
    const value = Object.hasOwn(sent, key)
      ? mergeNode(node, old, sent[key], { ...merge, path: [...merge.path, key] })
      : old
    if (value !== undefined) merged[key] = value
  }
  return merged
}

function mergeNode(node: DataNode, before: unknown, sent: unknown, merge: Merge): unknown {
  if (node.kind === 'field') return sent
  if (node.kind === 'list') return Array.isArray(sent) ? mergeRows(node, before, sent as JsonValues[], merge) : sent
  return isPlainObject(sent) ? mergeValues(node.members, isPlainObject(before) ? before : {}, sent, merge) : before
}

function mergeRows(list: RuntimeList, before: unknown, sent: readonly JsonValues[], merge: Merge): JsonValues[] {
  const known = indexRows(before)
  return sent.map((row, index) => {
    const path = [...merge.path, index]
    const origin = readOrigin(row)
    if (origin === null) return mergeValues(list.members, {}, row, { ...merge, path })
    const old = known.get(origin)
    if (old === undefined) {
      merge.problems.push({ field: printPath(path), code: 'list.invalid' })
      return row
    }
    // Each row is there once.
    known.delete(origin)
    return { ...mergeValues(list.members, old, row, { ...merge, path }), [rowMarker]: origin }
  })
}

/** Indexes the rows of the opened form by number. In a draft they may be in another order, between new ones. */
export function indexRows(rows: unknown): Map<number, JsonValues> {
  const known = new Map<number, JsonValues>()
  for (const row of Array.isArray(rows) ? (rows as unknown[]) : []) {
    const origin = isPlainObject(row) ? readOrigin(row) : null
    if (isPlainObject(row) && origin !== null) known.set(origin, row)
  }
  return known
}
