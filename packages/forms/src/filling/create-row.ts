import type { PlannedNode } from '../compile/plan-form.ts'
import { valueLimits } from '../document/limits.ts'
import { isPlainObject } from '../document/plain-object.ts'
import { isExpressionText } from '../document/properties.ts'
import type { EntryContext } from '../fields/field-definition.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import { readOrigin } from '../values/read-values.ts'
import type { JsonValues } from '../values/value-tree.ts'
import type { NodeInstance, NodeState, Row } from './instance.ts'

/** Creates the rows of a form. */
export interface RowMaker {
  readonly context: EntryContext
  /** The nodes that are in a row of a list; of the root for null. */
  listTemplate(list: PlannedNode | null): readonly PlannedNode[]
  /** The rows that get defaults without an expression when no value is given. */
  defaults: 'all' | 'new-rows' | 'none'
  /** Counts up. */
  nextRowId(): string
  /** How many more nodes there may be. Rows that are removed do not count back: nobody adds so many by hand. */
  left: number
}

const nothingYet: NodeState = { visible: true, enabled: true, required: false, readOnly: false, passes: true }

/** Creates a row with everything inside it, including lists and their rows. Nothing is calculated yet. */
export function createRow(values: JsonValues, list: NodeInstance | null, maker: RowMaker): Row {
  const nodes = new Map<string, NodeInstance>()
  const row: Row = {
    id: list === null ? '' : maker.nextRowId(),
    list,
    origin: list === null ? null : readOrigin(values),
    nodes,
    isRemoved: false,
  }
  const isOld = list === null || row.origin !== null
  const takesDefaults = maker.defaults === 'all' || (maker.defaults === 'new-rows' && !isOld)
  const template = maker.listTemplate(list?.planned ?? null)
  maker.left -= template.length
  for (const planned of template) {
    const instance = createInstance(planned, row)
    nodes.set(planned.id, instance)
    if (planned.data === null || planned.data.kind === 'group') continue
    const found = findAt(values, planned.path)
    const { defaultValue } = planned.data.props
    const given = found === undefined && takesDefaults && !isExpressionText(defaultValue) ? defaultValue : found
    if (given !== undefined) giveInstance(instance, given, maker)
  }
  return row
}

/** Sets the initial or sent value of a field or list; a list gets new rows. */
export function giveInstance(instance: NodeInstance, given: unknown, maker: RowMaker): void {
  const { data } = instance.planned
  instance.entry = given
  if (data?.kind === 'field') {
    const read = getFieldDefinition(data.type).read(given, data.props, maker.context)
    instance.given = read.ok ? read.value : (read.rest ?? null)
    instance.fault = read.ok ? null : read.fault
  } else {
    instance.fault = null
    instance.rows = []
    readRows(instance, given, maker)
  }
}

function readRows(list: NodeInstance, given: unknown, maker: RowMaker): void {
  if (given === null) return
  if (!Array.isArray(given) || !given.every(isPlainObject)) {
    list.fault = { code: 'list.invalid' }
    return
  }
  const size = maker.listTemplate(list.planned).length
  if (given.length > valueLimits.listRows || given.length * size > maker.left) {
    list.fault = { code: 'list.too-many', params: { max: valueLimits.listRows, count: given.length } }
    return
  }
  list.rows = given.map((values) => createRow(values, list, maker))
}

function createInstance(planned: PlannedNode, row: Row): NodeInstance {
  return {
    id: row.id === '' ? planned.id : `${row.id}.${planned.id}`,
    planned,
    row,
    state: nothingYet,
    entry: undefined,
    given: null,
    value: null,
    fault: null,
    isKept: false,
    isDuplicate: false,
    options: null,
    rows: [],
  }
}

/** Returns the value at a path of JSON values; undefined when there is none. */
export function findAt(values: JsonValues, path: readonly string[]): unknown {
  let current: unknown = values
  for (const key of path) {
    if (!isPlainObject(current) || !Object.hasOwn(current, key)) return undefined
    current = current[key]
  }
  return current
}
