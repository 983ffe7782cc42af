import type { DataNode, RuntimeDocument, RuntimeField } from '../compile/runtime-document.ts'
import { listFields } from '../compile/runtime-document.ts'
import { createRecord, isPlainObject, isPrototypeKey } from '../document/plain-object.ts'
import type { EntryContext } from '../fields/field-definition.ts'
import type { FieldValue, FileValue, NamedVariable, TypedVariable } from '../fields/field-value.ts'
import { getFieldDefinition, holdsFiles } from '../fields/registry.ts'
import { isNothing } from './carry-over.ts'
import { printDayOrInstantLike } from './day-text.ts'
import { findExactJsonValue, findJsonValue } from './json-variable.ts'
import { keepKind, keepType } from './keep-type.ts'
import { valuesToJson, variableOf } from './open-values.ts'
import { type Compared, createUntouched } from './untouched.ts'
import { type FormValues, getFieldValue, getGroup, getRows, type NodeValue, type RowValues } from './value-tree.ts'

export interface FormVariables {
  readonly variables: readonly NamedVariable[]
  /** Uploads that belong to the variable of this name. */
  readonly files: readonly FormFiles[]
}

export interface FormFiles {
  readonly name: string
  readonly files: readonly FileValue[]
  /** Whether files are part of the value. Otherwise each file becomes a variable of its own. */
  readonly isPart: boolean
}

/** The context and the earlier variables with which the values of a form are compared before they are written. */
export interface WrittenOver {
  readonly context: EntryContext
  /** The existing variables. Members of their contexts that the form does not have stay unchanged. */
  readonly before?: Readonly<Record<string, TypedVariable>>
  /** The initial values, as the fields read them. */
  readonly opened?: FormValues
}

/**
 * Returns the process variables that submitted values change: one for each field, or more by its type, and one of type
 * `Json` for each list (a list of contexts) and group (a context). Variables whose field still has its initial value
 * are left out, and so are empty fields without a variable. A changed variable keeps its type where the new value fits.
 */
export function toVariables(
  form: RuntimeDocument,
  values: FormValues,
  { context, before = {}, opened = {} }: WrittenOver,
): FormVariables {
  const variables: NamedVariable[] = []
  const files: FormFiles[] = []
  const writing: Writing = { isUntouched: createUntouched(form, context), context, dayZone: context.dayZone ?? 'UTC' }
  for (const node of form.data) {
    const value = values[node.key]
    if (value === undefined) continue
    const name = variableOf(node)
    const known = Object.hasOwn(before, name) ? before[name] : undefined
    const stored = known === undefined ? undefined : readStored(node, known, context)
    const isUntouched = writing.isUntouched(node, { value, opened: opened[node.key], stored })
    if (node.kind === 'field') {
      if (isUntouched && known !== undefined && known.value !== null) continue
      const own = getFieldDefinition(node.type).toVariables(name, value as FieldValue, node.props, context)
      if (isUntouched && own.every((one) => one.value === null)) continue
      variables.push(...own.map((one) => (isTyped(node) ? one : keepType(one, findBefore(before, one.name), context))))
      if (holdsFiles(node.type)) files.push({ name, files: (value ?? []) as readonly FileValue[], isPart: false })
    } else {
      if (isUntouched && (known !== undefined || isEmptyGroup(node, value))) continue
      // Only now: it is slower to read.
      const exact = known === undefined ? undefined : findExactJsonValue(known)
      const json = JSON.stringify(presentNode(node, { value, opened: opened[node.key], stored: exact }, writing))
      variables.push(keepType({ name, type: 'Json', value: json }, known, context))
      if (listFields([node]).some(({ type }) => holdsFiles(type)))
        files.push({ name, files: listFiles([node], values), isPart: true })
    }
  }
  return { variables, files }
}

interface Writing {
  readonly isUntouched: ReturnType<typeof createUntouched>
  readonly context: EntryContext
  readonly dayZone: string
}

function readStored(node: DataNode, variable: TypedVariable, context: EntryContext): unknown {
  return node.kind === 'field' ? getFieldDefinition(node.type).fromVariable(variable, context) : findJsonValue(variable)
}

/** True where the form itself names the type of the variable. */
function isTyped({ props }: RuntimeField): boolean {
  return props.storeAs !== undefined
}

function findBefore(before: Readonly<Record<string, TypedVariable>>, name: string): TypedVariable | undefined {
  return Object.hasOwn(before, name) ? before[name] : undefined
}

/** A list without rows is an answer, a group without one is none. */
function isEmptyGroup(node: DataNode, value: NodeValue): boolean {
  return node.kind === 'group' && isNothing(valuesToJson({ data: [node] }, { [node.key]: value }))
}

function presentNode(node: DataNode, { value, opened, stored }: Compared, writing: Writing): unknown {
  if (node.kind === 'group') return presentMembers(node.members, { value, opened: opened ?? {}, stored }, writing)
  if (node.kind === 'list') {
    const known: readonly unknown[] = Array.isArray(stored) ? stored : []
    const before = (opened ?? []) as readonly RowValues[]
    return ((value ?? []) as readonly RowValues[]).map(({ origin, values }) =>
      presentMembers(
        node.members,
        origin === null
          ? { value: values, opened: undefined, stored: null }
          : { value: values, opened: before[origin]?.values, stored: known[origin] },
        writing,
      ),
    )
  }
  const definition = getFieldDefinition(node.type)
  const written = value ?? definition.untouched ?? null
  if (written === null) return null
  const json = definition.toJson(written as FieldValue)
  const kept = definition.isDay === true ? printDayOrInstantLike(stored, json, writing.dayZone) : json
  return keepKind(kept, stored)
}

/** Returns the members of an existing row: unchanged values stay as they are stored, and missing ones stay missing. */
function presentMembers(
  nodes: readonly DataNode[],
  { value, opened, stored }: Compared,
  writing: Writing,
): Record<string, unknown> {
  const context = createRecord<unknown>()
  const old = isPlainObject(stored) ? stored : {}
  for (const [key, member] of Object.entries(old)) if (!isPrototypeKey(key)) context[key] = member
  const [values, before] = [(value ?? {}) as FormValues, opened as FormValues | undefined]
  for (const node of nodes) {
    if (values[node.key] === undefined) continue
    const member = { value: values[node.key], opened: before?.[node.key], stored: old[node.key] }
    if (before === undefined || !writing.isUntouched(node, member))
      context[node.key] = presentNode(node, member, writing)
  }
  return context
}

function listFiles(nodes: readonly DataNode[], values: FormValues): FileValue[] {
  return nodes.flatMap((node): readonly FileValue[] => {
    if (node.kind === 'group') return listFiles(node.members, getGroup(values, node.key))
    if (node.kind === 'list') return getRows(values, node.key).flatMap((row) => listFiles(node.members, row.values))
    return holdsFiles(node.type) ? ((getFieldValue(values, node.key) ?? []) as readonly FileValue[]) : []
  })
}
