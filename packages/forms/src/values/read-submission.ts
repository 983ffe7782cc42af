import type { DataNode, RuntimeDocument, RuntimeField, RuntimeGroup, RuntimeList } from '../compile/runtime-document.ts'
import { createRecord, isPlainObject } from '../document/plain-object.ts'
import { isExpressionText } from '../document/properties.ts'
import type { FieldValue } from '../fields/field-value.ts'
import { listNamed } from '../fields/people.ts'
import { getFieldDefinition, namedBy } from '../fields/registry.ts'
import { hasKeptUnknown } from '../filling/faults.ts'
import { Filling } from '../filling/filling.ts'
import { isClosed, isWritable, type NodeInstance, type Row } from '../filling/instance.ts'
import { readParameters } from '../filling/read-depended-on.ts'
import type { Problem } from '../messages/catalogue.ts'
import { checkShape } from './check-shape.ts'
import type { FormContext } from './form-context.ts'
import { indexRows, mergeValues } from './merge-values.ts'
import { readOrigin, readValues } from './read-values.ts'
import { isSameValue } from './same-value.ts'
import { type FormValues, getRows, type JsonValues, type NodeValue, type RowValues } from './value-tree.ts'

export type Submission =
  | { readonly ok: true; readonly values: FormValues; readonly lookUps: readonly LookUpClaim[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** A row of an external system that was chosen in a strict field, which the server has to check. */
export interface LookUpClaim {
  /** The id of the field in its document, and the path of its value. */
  readonly node: string
  readonly path: string
  readonly values: readonly string[]
  /** The values by parameter of the adapter. */
  readonly parameters: Readonly<Record<string, string>>
}

/**
 * Reads and checks a submission. The result has the values to write: without fields that these values hide, and with
 * calculated fields. Changed values of read-only, disabled or calculated fields are refused, because conditions of
 * other fields may depend on them. So are added, removed and moved rows of a list with fixed rows. @param
 * options.current the values with which the form opens now, which count for fields that were not submitted.
 */
export function readSubmission(
  form: RuntimeDocument,
  input: unknown,
  options: { current: JsonValues; context: FormContext },
): Submission {
  const { current, context } = options
  const strange = checkShape(form.data, input)
  if (strange.length > 0) return { ok: false, problems: strange }
  const sent = input as JsonValues
  const misplaced: Problem[] = []
  const values = mergeValues(form.data, current, sent, { path: [], problems: misplaced })
  if (misplaced.length > 0) return { ok: false, problems: misplaced }
  const filling = new Filling({ form, values, context, defaults: 'new-rows', opened: current })
  const judge: Judge = { filling, problems: [] }
  const written = judgeMembers(form.data, { row: filling.root, sent, before: current, judge })
  const problems = [...judge.problems, ...filling.listProblems()]
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values: written, lookUps: listClaims(filling) }
}

function listClaims(filling: Filling): LookUpClaim[] {
  return filling.listInstances().flatMap((instance): LookUpClaim[] => {
    const { data } = instance.planned
    if (data?.kind !== 'field' || data.props.strict !== true || namedBy(data.type) !== 'look-up') return []
    const values = listNamed(instance.value)
    if (values.length === 0 || !isWritable(instance)) return []
    return [{ node: data.node, path: filling.printPath(instance), values, parameters: readParameters(instance) }]
  })
}

interface Judge {
  readonly filling: Filling
  /** Changes of what cannot be changed. */
  readonly problems: Problem[]
}

interface Place {
  readonly row: Row
  /** The submitted values of this row or group. */
  readonly sent: JsonValues
  /** The values before; null for a new row. */
  readonly before: JsonValues | null
  readonly judge: Judge
  /** Is in a row or group, which is written as a whole. */
  readonly isPart?: boolean
}

/** Returns the values to write, by key. */
function judgeMembers(nodes: readonly DataNode[], place: Place): FormValues {
  const written = createRecord<NodeValue>()
  for (const node of nodes) {
    const value = judgeNode(node, place)
    if (value !== undefined) written[node.key] = value
  }
  return written
}

/** Returns the value to write for one node; undefined for none. */
function judgeNode(node: DataNode, place: Place): NodeValue | undefined {
  const instance = place.judge.filling.getInstance(place.row, node.node)
  const isSent = Object.hasOwn(place.sent, node.key) && place.sent[node.key] !== undefined
  // Last: in a group, `place` has the instance of the group.
  const own = { ...place, instance, isSent }
  if (node.kind === 'field') return judgeField(node, own)
  if (node.kind === 'group') return judgeGroup(node, own)
  return judgeList(node, own)
}

interface NodePlace extends Place {
  readonly instance: NodeInstance
  readonly isSent: boolean
}

function judgeField(field: RuntimeField, place: NodePlace): FieldValue | undefined {
  const { instance, isSent, isPart, judge } = place
  const { state, planned, value } = instance
  // A row keeps what is hidden now, as a variable does that is not written.
  if (!state.visible) return keepPart(field, place)
  if (planned.rule.computed !== undefined) {
    if (isSent && !isSameValue(field, readSent(field, place), value)) refuseChange(instance, judge)
    return value
  }
  // As if it had not been sent: what is stored has more than the field can read.
  if (hasKeptUnknown(instance)) return undefined
  if (isWritable(instance)) return isSent || isPart === true ? value : undefined
  if (isSent && !isSameValue(field, value, readBefore(field, place))) refuseChange(instance, judge)
  if (isClosed(field) && isPart !== true) return value ?? undefined
  return isPart === true && place.before === null ? instance.given : keepPart(field, place)
}

/** Returns the earlier value of a field that was not sent, in a row or group of which only a part was sent. */
function keepPart(field: RuntimeField, { isPart, before, judge }: NodePlace): FieldValue | undefined {
  if (isPart !== true || before === null || !Object.hasOwn(before, field.key)) return undefined
  return readEntry(field, before[field.key], judge)
}

function judgeGroup(group: RuntimeGroup, place: NodePlace): FormValues | undefined {
  const { instance, isSent, isPart } = place
  const values = judgeMembers(group.members, {
    ...place,
    sent: objectAt(place.sent, group.key) ?? {},
    before: place.before === null ? null : (objectAt(place.before, group.key) ?? {}),
    isPart: true,
  })
  if (isPart === true) return values
  return isSent && isWritable(instance) ? values : undefined
}

function judgeList(list: RuntimeList, place: NodePlace): readonly RowValues[] | undefined {
  const { instance, isSent, isPart, judge } = place
  const before = place.before?.[list.key]
  // Whatever was sent of it: what is hidden stays as it was.
  if (!instance.state.visible) return isPart === true ? keepRows(list, before, judge) : undefined
  const sentRows =
    isSent && Array.isArray(place.sent[list.key]) ? (place.sent[list.key] as readonly JsonValues[]) : null
  const isKept = !isWritable(instance) || list.props.fixed === true
  if (sentRows !== null && isKept && !areSameRows(instance, before)) refuseChange(instance, judge)
  const known = indexRows(before)
  const rows = instance.rows.map((row, index): RowValues => {
    const { origin } = row
    const values = judgeMembers(list.members, {
      row,
      sent: sentRows?.[index] ?? {},
      before: origin === null ? null : (known.get(origin) ?? null),
      judge,
      isPart: true,
    })
    return { origin, values }
  })
  if (isPart === true) return rows
  return isSent && isWritable(instance) ? rows : undefined
}

function keepRows(list: RuntimeList, before: unknown, { filling }: Judge): readonly RowValues[] | undefined {
  if (!Array.isArray(before)) return undefined
  return getRows(readValues({ data: [list] }, { [list.key]: before }, filling.context).values, list.key)
}

function areSameRows({ rows }: NodeInstance, before: unknown): boolean {
  const numbers = Array.isArray(before) ? (before as readonly JsonValues[]).map(readOrigin) : []
  return rows.length === numbers.length && rows.every(({ origin }, index) => origin === numbers[index])
}

function refuseChange(instance: NodeInstance, { filling, problems }: Judge): void {
  problems.push({ field: filling.printPath(instance), code: 'value.not-writable' })
}

/** Returns the value before; of a new row the one that it begins with. */
function readBefore(field: RuntimeField, place: NodePlace): FieldValue {
  const { before, instance, judge } = place
  if (before !== null) return readEntry(field, before[field.key], judge)
  // What was sent for a new row has taken the place of its default.
  return Object.hasOwn(place.sent, field.key) ? readEntry(field, plainDefaultOf(field), judge) : instance.given
}

function plainDefaultOf({ props }: RuntimeField): unknown {
  return isExpressionText(props.defaultValue) ? null : props.defaultValue
}

function readSent(field: RuntimeField, { sent, judge }: NodePlace): FieldValue {
  return readEntry(field, sent[field.key], judge)
}

function readEntry({ type, props }: RuntimeField, entry: unknown, { filling }: Judge): FieldValue {
  const read = getFieldDefinition(type).read(entry, props, filling.context)
  return read.ok ? read.value : null
}

function objectAt(values: JsonValues, key: string): JsonValues | null {
  const value = Object.hasOwn(values, key) ? values[key] : null
  return isPlainObject(value) ? value : null
}
