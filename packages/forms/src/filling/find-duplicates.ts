import { findRowField } from '../compile/find-row-field.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import type { NodeInstance } from './instance.ts'

/** Returns for each value that must be unique among rows whether an earlier row has it. Empty values never count. */
export function findDuplicates(list: NodeInstance): { instance: NodeInstance; isDuplicate: boolean }[] {
  const { data } = list.planned
  if (data?.kind !== 'list') return []
  return (data.props.unique ?? []).flatMap((path) => {
    const field = findRowField(list.planned, path)
    const seen = new Set<string>()
    return list.rows.flatMap((row) => {
      const instance = field === null ? undefined : row.nodes.get(field.id)
      if (instance === undefined) return []
      const text = foldValue(instance)
      const isDuplicate = text !== null && seen.has(text)
      if (text !== null) seen.add(text)
      return [{ instance, isDuplicate }]
    })
  })
}

/** Returns a value for comparisons: without regard to case and surrounding white space. */
function foldValue({ planned, value }: NodeInstance): string | null {
  if (value === null || planned.data?.kind !== 'field') return null
  const json = getFieldDefinition(planned.data.type).toJson(value)
  return (typeof json === 'string' ? json : JSON.stringify(json)).trim().toLowerCase()
}
