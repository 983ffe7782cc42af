import { resolveRead } from '../compile/resolve-read.ts'
import type { Option } from '../document/property.ts'
import type { FieldValue } from '../fields/field-value.ts'
import { getInstance, type NodeInstance } from './instance.ts'

/** The value of the field that the choices of this one depend on; null when they depend on none, or it has no value. */
export function readDependedOn({ planned, row }: NodeInstance): FieldValue {
  const key = planned.data?.kind === 'field' ? planned.data.props.dependsOn : undefined
  const read = typeof key === 'string' ? resolveRead({ path: [key], of: 'value' }, planned.scope) : null
  return read === null ? null : getInstance(row, read.start).value
}

/** The options for a value of the field that they depend on. */
export function listOffered(options: readonly Option[], source: FieldValue): readonly Option[] {
  const values = new Set((Array.isArray(source) ? source : [source]).map((one: unknown) => String(one)))
  return options.filter(({ when }) => when === undefined || (source !== null && when.some((one) => values.has(one))))
}
