import { type FieldType, isFieldType } from '@millrace/forms'
import { childrenOf, type Design, type DesignNode } from '@millrace/forms/design'
import { listAround } from './walk.ts'

/** A field with its key. */
export type NamedField = DesignNode & { readonly key: string; readonly type: FieldType }

/**
 * Lists the fields in the same row or group as a node, and in the groups around it. The nearest fields are first, and
 * each key appears only once.
 */
export function listReachable(design: Design, id: string): NamedField[] {
  const scopes = [null, ...listAround(design, id).filter((one) => design.nodes[one]?.key !== undefined)].toReversed()
  const found = new Map<string, NamedField>()
  for (const field of scopes.flatMap((scope) => listFields(design, scope)))
    if (field.id !== id && !found.has(field.key)) found.set(field.key, field)
  return [...found.values()]
}

/** Returns the field that the options of a node depend on; null when they depend on no field. */
export function findOptionSource(design: Design, id: string): DesignNode | null {
  const key = design.nodes[id]?.props.dependsOn
  return listReachable(design, id).find((field) => field.key === key) ?? null
}

/** Returns a node as a field with its key; null when it is no field or has no key. */
export function toNamedField(node: DesignNode | undefined): NamedField | null {
  if (node?.key === undefined || !isFieldType(node.type)) return null
  return { ...node, key: node.key, type: node.type }
}

function listFields(design: Design, scope: string | null): NamedField[] {
  return childrenOf(design, scope).flatMap((child): NamedField | NamedField[] => {
    const node = design.nodes[child]
    if (node === undefined) return []
    if (node.key === undefined) return listFields(design, child)
    return toNamedField(node) ?? []
  })
}
