import type { DataNode, RuntimeDocument, RuntimeField } from '../compile/runtime-document.ts'
import { createRecord } from '../document/plain-object.ts'
import { rowMarker } from '../document/row-marker.ts'
import type { TypedVariable } from '../fields/field-value.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import { Filling } from '../filling/filling.ts'
import { toOpening } from '../filling/present-filling.ts'
import type { FormContext } from './form-context.ts'
import { findJsonValue, listMembers } from './json-variable.ts'
import type { Shape } from './read-values.ts'
import { type FormValues, getFieldValue, getGroup, getRows, type JsonValues } from './value-tree.ts'

/**
 * Returns the initial values of a form: those of process variables, else defaults. A variable that its field cannot
 * read is returned unchanged, so that the user sees it and the form does not overwrite it unnoticed.
 */
export function openValues(
  form: RuntimeDocument,
  variables: Readonly<Record<string, TypedVariable>>,
  context: FormContext,
): JsonValues {
  const values = createRecord<unknown>()
  for (const node of form.data) {
    const name = variableOf(node)
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
    if (variable === undefined) continue
    values[node.key] =
      node.kind === 'field'
        ? getFieldDefinition(node.type).fromVariable(variable, context)
        : markRows(node, findJsonValue(variable), context)
  }
  return toOpening(new Filling({ form, values, context, defaults: 'all' }))
}

/** Returns the process variable of a top-level node. */
export function variableOf({ key, props }: DataNode): string {
  return typeof props.variable === 'string' ? props.variable : key
}

/** Says of each row which it is, and leaves out what the form does not have. */
function markRows(node: DataNode, value: unknown, context: FormContext): unknown {
  if (node.kind === 'field') return readMember(node, value, context)
  const mark = (member: DataNode, inside: unknown) => markRows(member, inside, context)
  if (node.kind === 'group') return listMembers(node.members, value, mark) ?? value
  if (!Array.isArray(value)) return value
  return (value as unknown[]).map((row, index) => {
    const members = listMembers(node.members, row, mark)
    return members === null ? row : { ...members, [rowMarker]: index }
  })
}

function readMember({ type }: RuntimeField, value: unknown, context: FormContext): unknown {
  const { isInstant, fromVariable } = getFieldDefinition(type)
  return isInstant === true && typeof value === 'string' ? fromVariable({ type: 'String', value }, context) : value
}

/** Converts values of a form to JSON values, which `readValues` can read. */
export function valuesToJson({ data }: Shape, values: FormValues): JsonValues {
  const json = createRecord<unknown>()
  for (const node of data) {
    if (values[node.key] === undefined) continue
    if (node.kind === 'group') json[node.key] = valuesToJson({ data: node.members }, getGroup(values, node.key))
    else if (node.kind === 'list')
      json[node.key] = getRows(values, node.key).map((row) => ({
        ...valuesToJson({ data: node.members }, row.values),
        ...(row.origin === null ? {} : { [rowMarker]: row.origin }),
      }))
    else {
      const value = getFieldValue(values, node.key)
      json[node.key] = value === null ? null : getFieldDefinition(node.type).toJson(value)
    }
  }
  return json
}
