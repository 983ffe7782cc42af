import { listCompared } from '../compile/list-compared.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import type { NodeInstance } from './instance.ts'

/**
 * Finds duplicate values in a list whose rows have to be unique. Of fields that are compared together, the first one
 * with a value gets the error. Empty values are not compared.
 */
export function findDuplicates(list: NodeInstance): { instance: NodeInstance; isDuplicate: boolean }[] {
  return listCompared(list.planned).flatMap((fields) => {
    const seen = new Set<string>()
    return list.rows.flatMap((row) => {
      const compared = fields.flatMap(({ id }) => row.nodes.get(id) ?? [])
      const first = compared.find((instance) => !isEmpty(instance))
      const text = first === undefined ? null : JSON.stringify(compared.map(foldValue))
      const isDuplicate = text !== null && seen.has(text)
      if (text !== null) seen.add(text)
      return compared.map((instance) => ({ instance, isDuplicate: isDuplicate && instance === first }))
    })
  })
}

/** A box that is not ticked is an answer only beside others. */
function isEmpty({ value }: NodeInstance): boolean {
  return value === null || value === false || (Array.isArray(value) && value.length === 0)
}

/** Returns a value for comparisons: without regard to case and surrounding white space. */
function foldValue({ planned, value }: NodeInstance): string | null {
  if (value === null || planned.data?.kind !== 'field') return null
  const json = getFieldDefinition(planned.data.type).toJson(value)
  return (typeof json === 'string' ? json : JSON.stringify(json)).trim().toLowerCase()
}
