import type { Read } from '@millrace/expressions'
import { type NameScope, nameKey, type PlannedNode } from './plan-form.ts'

/** The node of a form that an expression reads. */
export interface ResolvedRead {
  /** The node that the first name refers to. */
  readonly start: PlannedNode
  /** The nodes whose change affects the read value: nodes with values, and lists on the path to them. */
  readonly sources: readonly PlannedNode[]
  /** The keys of the path from `start`. Everything below the last one is read too, unless only rows are read. */
  readonly keys: readonly string[]
}

/**
 * Resolves a name from the position of a rule: first in the same row or group, then outward. Null when no node has the
 * name: then it is a process variable.
 */
export function resolveRead({ path, of }: Read, scope: NameScope): ResolvedRead | null {
  const [name = '', ...rest] = path
  const start = findName(name, scope)
  if (start === null) return null
  const sources: PlannedNode[] = []
  const keys: string[] = []
  let target = start
  for (const part of rest) {
    if (target.data === null || target.data.kind === 'field') break
    sources.push(target)
    const member = target.inner.members.get(nameKey(part))
    // Nothing is there under this name, so only the way to it can change.
    if (member === undefined) return { start, sources, keys: [...keys, part] }
    keys.push(member.data?.key ?? part)
    target = member
  }
  sources.push(target)
  if (of === 'value' || target.data?.kind !== 'list') sources.push(...listInside(target))
  return { start, sources, keys }
}

/** Returns the node that a name means in a scope or around it. */
export function findName(name: string, scope: NameScope): PlannedNode | null {
  const key = nameKey(name)
  for (let current: NameScope | null = scope; current; current = current.outer) {
    const found = current.members.get(key)
    if (found !== undefined) return found
  }
  return null
}

/** Returns all that holds values below a list or group. */
function listInside(node: PlannedNode): PlannedNode[] {
  if (node.data === null || node.data.kind === 'field') return []
  return [...node.inner.members.values()].flatMap((member) => [member, ...listInside(member)])
}
