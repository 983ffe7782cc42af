import { resolveRead } from '../compile/resolve-read.ts'
import type { Option } from '../document/property.ts'
import type { FieldValue } from '../fields/field-value.ts'
import { listPairs } from '../fields/look-up.ts'
import { getFieldDefinition, namedBy } from '../fields/registry.ts'
import { getInstance, type NodeInstance, seenValue } from './instance.ts'

/**
 * Returns the value of the field that the choices of this one depend on; null when they depend on none, or it has no
 * value.
 */
export function readDependedOn({ planned, row }: NodeInstance): FieldValue {
  const key = planned.data?.kind === 'field' ? planned.data.props.dependsOn : undefined
  const read = typeof key === 'string' ? resolveRead({ path: [key], of: 'value' }, planned.scope) : null
  return read === null ? null : seenValue(getInstance(row, read.start))
}

/** Returns the options for a value of the field that they depend on. */
export function listOffered(options: readonly Option[], source: FieldValue): readonly Option[] {
  const values = new Set((Array.isArray(source) ? source : [source]).map((one: unknown) => String(one)))
  return options.filter(({ when }) => when === undefined || (source !== null && when.some((one) => values.has(one))))
}

/**
 * Returns the key by which the server looks up the choices of a field: the value of the field that they depend on, or
 * the values of an adapter's parameters as JSON. Empty when they depend on none.
 */
export function readChoiceKey(instance: NodeInstance): string {
  const { data } = instance.planned
  if (data?.kind === 'field' && namedBy(data.type) === 'look-up') {
    const parameters = readParameters(instance)
    return Object.keys(parameters).length === 0 ? '' : JSON.stringify(parameters)
  }
  const source = readDependedOn(instance)
  return source === null ? '' : String(source)
}

/** Returns the values of the parameters of a look-up's adapter as texts; empty ones are left out. */
export function readParameters({ planned, row }: NodeInstance): Readonly<Record<string, string>> {
  if (planned.data?.kind !== 'field') return {}
  return Object.fromEntries(
    listPairs(planned.data.props, 'parameters').flatMap(({ name, field }): [string, string][] => {
      const read = resolveRead({ path: [field], of: 'value' }, planned.scope)
      const source = read === null ? null : getInstance(row, read.start)
      if (source?.planned.data?.kind !== 'field') return []
      const value = seenValue(source)
      if (value === null) return []
      const json = getFieldDefinition(source.planned.data.type).toJson(value)
      return [[name, typeof json === 'object' ? JSON.stringify(json) : String(json)]]
    }),
  )
}
