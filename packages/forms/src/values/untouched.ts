import type { DataNode, RuntimeDocument, RuntimeField } from '../compile/runtime-document.ts'
import { isPlainObject } from '../document/plain-object.ts'
import type { EntryContext } from '../fields/field-definition.ts'
import type { FieldValue, FileValue } from '../fields/field-value.ts'
import { getFieldDefinition, holdsFiles } from '../fields/registry.ts'
import { isSameValue } from './same-value.ts'
import type { FormValues, NodeValue, RowValues } from './value-tree.ts'

/** Three values of a node: the sent one, the initial one, and the stored one. */
export interface Compared {
  readonly value: NodeValue | undefined
  readonly opened: NodeValue | undefined
  /** The stored value as the field reads it, or the JSON of a row or group. */
  readonly stored: unknown
}

/** Returns a function that returns whether a value of a form is still the initial one. */
export function createUntouched(form: RuntimeDocument, context: EntryContext) {
  const computed = new Set(form.rules.flatMap(({ node, computed: by }) => (by === undefined ? [] : [node])))
  return isUntouched

  function isUntouched(node: DataNode, { value, opened, stored }: Compared): boolean {
    if (value === undefined) return true
    if (node.kind === 'field') return isFieldUntouched(node, { value, opened, stored })
    if (node.kind === 'group') return areMembersUntouched(node.members, value, opened, stored)
    const rows = value as readonly RowValues[]
    const before = (opened ?? []) as readonly RowValues[]
    const known: readonly unknown[] = Array.isArray(stored) ? stored : []
    return (
      rows.length === before.length &&
      rows.every(
        ({ origin, values }, index) =>
          origin === index && areMembersUntouched(node.members, values, before[index]?.values, known[index]),
      )
    )
  }

  function areMembersUntouched(
    nodes: readonly DataNode[],
    value: NodeValue,
    opened: NodeValue | undefined,
    stored: unknown,
  ): boolean {
    const [values, before] = [value as FormValues, (opened ?? {}) as FormValues]
    const known = isPlainObject(stored) ? stored : {}
    return nodes.every((node) =>
      isUntouched(node, {
        value: values[node.key],
        opened: before[node.key],
        stored: Object.hasOwn(known, node.key) ? known[node.key] : undefined,
      }),
    )
  }

  function isFieldUntouched(field: RuntimeField, { value, opened, stored }: Compared): boolean {
    const now = (value ?? null) as FieldValue
    if (!computed.has(field.node)) {
      // What the field cannot read did not open: an empty field is then a change. A box is empty only until it is touched.
      const isBox = getFieldDefinition(field.type).untouched !== undefined
      const isUnread = opened === undefined && stored !== undefined && stored !== null && !isBox
      return !isUnread && isSame(field, now, (opened ?? null) as FieldValue)
    }
    const read = getFieldDefinition(field.type).read(stored, field.props, context)
    return read.ok && isSame(field, now, read.value)
  }
}

/** Files are the same by their ids: what else is said of them may come from elsewhere. */
function isSame(field: RuntimeField, a: FieldValue, b: FieldValue): boolean {
  if (!holdsFiles(field.type)) return isSameValue(field, a, b)
  const idsOf = (value: FieldValue) => ((value ?? []) as readonly FileValue[]).map(({ id }) => id).join(' ')
  return idsOf(a) === idsOf(b)
}
