import type { PlannedNode } from '../compile/plan-form.ts'
import type { DataNode } from '../compile/runtime-document.ts'
import type { Option } from '../document/property.ts'
import type { FieldValue } from '../fields/field-value.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import type { Fault } from '../messages/catalogue.ts'

/** The current state of a node. */
export interface NodeState {
  readonly visible: boolean
  readonly enabled: boolean
  readonly required: boolean
  readonly readOnly: boolean
  /** False when the node's `check` answered false. */
  readonly passes: boolean
}

/** A node in one row. Only the filling that it belongs to changes it. */
export interface NodeInstance {
  /** An id that stays the same while the row exists, wherever it is moved. */
  readonly id: string
  readonly planned: PlannedNode
  readonly row: Row
  state: NodeState
  /** For a field: the entry of its input; undefined when the field never had a value. */
  entry: unknown
  /** For a field: its value as it was entered. */
  given: FieldValue
  /** For a field: its value for all others: computed, and null while it is hidden. */
  value: FieldValue
  /** Why the entry of a field, or the rows of a list, could not be read. */
  fault: Fault | null
  /** For a field: whether its entry is the initial one, which may stay although its options are unknown. */
  isKept: boolean
  /** For a field: whether another row has the same value, although values have to be unique. */
  isDuplicate: boolean
  /** The offered options of a field whose options depend on another field; null for all other fields. */
  options: readonly Option[] | null
  /** The rows of a list. */
  rows: Row[]
}

/** The root of a form, or one row of a list. */
export interface Row {
  readonly id: string
  /** The list that it is a row of; null for the root. */
  readonly list: NodeInstance | null
  /** The index of the row in the opened form, from 0; null for a new row. */
  readonly origin: number | null
  /** The nodes by id. */
  readonly nodes: ReadonlyMap<string, NodeInstance>
  isRemoved: boolean
}

/** Returns the instance of a node in the same row, or in an enclosing row. */
export function getInstance(row: Row, planned: PlannedNode): NodeInstance {
  let current: Row | undefined = row
  while (current !== undefined) {
    const found = current.nodes.get(planned.id)
    if (found !== undefined) return found
    current = current.list?.row
  }
  throw new Error(`Expected the node ${planned.id} in the row or around it, but it is not there.`)
}

/** Returns the instances of a node in all rows of an enclosing row, at any depth. */
export function listInstances(row: Row, planned: PlannedNode): NodeInstance[] {
  const own = row.nodes.get(planned.id)
  if (own !== undefined) return [own]
  const chain: PlannedNode[] = []
  for (let list = planned.list; list !== null; list = list.list) {
    chain.unshift(list)
    if (row.nodes.has(list.id)) break
  }
  let rows: readonly Row[] = [row]
  for (const list of chain) rows = rows.flatMap((one) => one.nodes.get(list.id)?.rows ?? [])
  return rows.flatMap((one) => one.nodes.get(planned.id) ?? [])
}

/**
 * Returns the value of a field as expressions see it. A visible field that the user has not touched has the value that
 * it would write.
 */
export function seenValue({ planned, state, value }: NodeInstance): FieldValue {
  if (value !== null || !state.visible || planned.data?.kind !== 'field') return value
  return getFieldDefinition(planned.data.type).untouched ?? null
}

/** Returns whether the user may change a node now. */
export function isWritable({ state, planned }: NodeInstance): boolean {
  return (
    state.visible && state.enabled && !state.readOnly && planned.rule.computed === undefined && !isClosed(planned.data)
  )
}

/** Returns whether users cannot enter a value in a field. */
export function isClosed(data: DataNode | null): boolean {
  return data?.kind === 'field' && getFieldDefinition(data.type).isClosed === true
}
