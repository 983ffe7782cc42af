import type { Fault, FieldValue, NodeState, Option, Row } from '@millrace/forms'

/** The appearance of a node in one row. It is a new object exactly when something in it changed. */
export interface NodeSnapshot {
  /** The entry in the input of a field. */
  readonly entry: unknown
  readonly value: FieldValue
  readonly state: NodeState
  /** The faults that the user may see already. */
  readonly faults: readonly Fault[]
  /** For a field whose options depend on another field: those that are offered now. */
  readonly options: readonly Option[] | null
  /** The rows of a list. */
  readonly rows: readonly Row[]
}

/** Returns whether two snapshots look the same. */
export function isSameSnapshot(a: NodeSnapshot, b: NodeSnapshot): boolean {
  return (
    a.entry === b.entry &&
    a.value === b.value &&
    a.rows === b.rows &&
    a.options === b.options &&
    isSameState(a.state, b.state) &&
    isSameFaults(a.faults, b.faults)
  )
}

function isSameState(a: NodeState, b: NodeState): boolean {
  return (
    a === b ||
    (a.visible === b.visible &&
      a.enabled === b.enabled &&
      a.required === b.required &&
      a.readOnly === b.readOnly &&
      a.passes === b.passes)
  )
}

function isSameFaults(a: readonly Fault[], b: readonly Fault[]): boolean {
  return a.length === b.length && (a.length === 0 || JSON.stringify(a) === JSON.stringify(b))
}
