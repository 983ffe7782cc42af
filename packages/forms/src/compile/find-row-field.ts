import { parsePath } from '../paths/path.ts'
import { nameKey, type PlannedNode } from './plan-form.ts'

/** Returns the field of a row that a path such as `name` or `address.city` leads to. Null when it leads to none. */
export function findRowField(list: PlannedNode, path: string): PlannedNode | null {
  let node: PlannedNode | undefined = list
  for (const part of parsePath(path) ?? []) {
    if (typeof part === 'number' || node === undefined) return null
    if (node !== list && node.data?.kind !== 'group') return null
    node = node.inner.members.get(nameKey(part))
  }
  return node?.data?.kind === 'field' ? node : null
}
