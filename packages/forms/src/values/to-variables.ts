import type { DataNode, RuntimeDocument } from '../compile/runtime-document.ts'
import { listFields } from '../compile/runtime-document.ts'
import { createRecord, isPlainObject, isPrototypeKey } from '../document/plain-object.ts'
import type { EntryContext } from '../fields/field-definition.ts'
import type { FileValue, NamedVariable, TypedVariable } from '../fields/field-value.ts'
import { getFieldDefinition, holdsFiles } from '../fields/registry.ts'
import { findJsonValue } from './json-variable.ts'
import { variableOf } from './open-values.ts'
import { type FormValues, getFieldValue, getGroup, getRows } from './value-tree.ts'

export interface FormVariables {
  readonly variables: readonly NamedVariable[]
  /** Uploads that belong to the variable of this name. */
  readonly files: readonly FormFiles[]
}

export interface FormFiles {
  readonly name: string
  readonly files: readonly FileValue[]
  /** The files stand inside of the value. Otherwise their content goes into a variable of its own. */
  readonly isPart: boolean
}

/**
 * The process variables that submitted values become: one for each field, more where its type says so, and one of type
 * `Json` for each list (a list of contexts) and each group (a context).
 *
 * @param before the variables that there are: members of their contexts that the form does not have stay as they are.
 */
export function toVariables(
  form: RuntimeDocument,
  values: FormValues,
  { context, before = {} }: { context: EntryContext; before?: Readonly<Record<string, TypedVariable>> },
): FormVariables {
  const variables: NamedVariable[] = []
  const files: FormFiles[] = []
  for (const node of form.data) {
    if (values[node.key] === undefined) continue
    const name = variableOf(node)
    if (node.kind === 'field') {
      const value = getFieldValue(values, node.key)
      variables.push(...getFieldDefinition(node.type).toVariables(name, value, node.props, context))
      if (holdsFiles(node.type)) files.push({ name, files: (value ?? []) as readonly FileValue[], isPart: false })
    } else {
      const known = Object.hasOwn(before, name) && before[name] !== undefined ? findJsonValue(before[name]) : null
      variables.push({ name, type: 'Json', value: JSON.stringify(presentNode(node, values, known)) })
      if (listFields([node]).some(({ type }) => holdsFiles(type)))
        files.push({ name, files: listFiles([node], values), isPart: true })
    }
  }
  return { variables, files }
}

function presentNode(node: DataNode, values: FormValues, before: unknown): unknown {
  if (node.kind === 'group') return presentMembers(node.members, getGroup(values, node.key), before)
  if (node.kind === 'list') {
    const rows: readonly unknown[] = Array.isArray(before) ? before : []
    return getRows(values, node.key).map(({ origin, values: row }) =>
      presentMembers(node.members, row, origin === null ? null : rows[origin]),
    )
  }
  const value = getFieldValue(values, node.key)
  return value === null ? null : getFieldDefinition(node.type).toJson(value)
}

function presentMembers(nodes: readonly DataNode[], values: FormValues, before: unknown): Record<string, unknown> {
  const context = createRecord<unknown>()
  const old = isPlainObject(before) ? before : {}
  for (const [key, value] of Object.entries(old)) if (!isPrototypeKey(key)) context[key] = value
  for (const node of nodes)
    if (values[node.key] !== undefined) context[node.key] = presentNode(node, values, old[node.key])
  return context
}

function listFiles(nodes: readonly DataNode[], values: FormValues): FileValue[] {
  return nodes.flatMap((node): readonly FileValue[] => {
    if (node.kind === 'group') return listFiles(node.members, getGroup(values, node.key))
    if (node.kind === 'list') return getRows(values, node.key).flatMap((row) => listFiles(node.members, row.values))
    return holdsFiles(node.type) ? ((getFieldValue(values, node.key) ?? []) as readonly FileValue[]) : []
  })
}
