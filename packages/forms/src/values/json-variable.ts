import type { DataNode } from '../compile/runtime-document.ts'
import { createRecord, isPlainObject } from '../document/plain-object.ts'
import type { TypedVariable } from '../fields/field-value.ts'

/**
 * Parses the value of a variable of type `Json` or of a serialised object; null when empty, else the value unchanged.
 */
export function findJsonValue({ value }: TypedVariable): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/**
 * Parses the value like `findJsonValue`, but keeps numbers that a double would change as `JSON.rawJSON`, for writing
 * them again.
 */
export function findExactJsonValue({ value }: TypedVariable): unknown {
  if (typeof value !== 'string') return value
  try {
    return parseExactly(value, (_key, item, { source }) =>
      typeof item === 'number' && source !== undefined && String(item) !== source ? rawJson(source) : item,
    )
  } catch {
    return value
  }
}

// The type library does not know these two of ECMAScript 2026 yet. Only servers write variables.
type Revive = (key: string, value: unknown, context: { readonly source?: string }) => unknown
const parseExactly = JSON.parse as unknown as (text: string, revive: Revive) => unknown
const rawJson = (text: string) => (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(text)

/**
 * Returns the members of an object that belong to nodes of a form, converted by `present`. Null when the value is not
 * an object.
 */
export function listMembers(
  nodes: readonly DataNode[],
  value: unknown,
  present: (node: DataNode, value: unknown) => unknown,
): Record<string, unknown> | null {
  if (!isPlainObject(value)) return null
  const members = createRecord<unknown>()
  for (const node of nodes) if (Object.hasOwn(value, node.key)) members[node.key] = present(node, value[node.key])
  return members
}
