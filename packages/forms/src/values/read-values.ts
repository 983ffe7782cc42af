import type { DataNode, RuntimeDocument } from '../compile/runtime-document.ts'
import { createRecord } from '../document/plain-object.ts'
import { rowMarker } from '../document/row-marker.ts'
import type { EntryContext } from '../fields/field-definition.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import type { Problem } from '../messages/catalogue.ts'
import { printPath, type ValuePath } from '../paths/path.ts'
import { checkShape } from './check-shape.ts'
import type { FormValues, JsonValues, NodeValue, RowValues } from './value-tree.ts'

/** The part of a form that defines the structure of its values: its nodes with data. */
export type Shape = Pick<RuntimeDocument, 'data'>

export interface ReadForm {
  /** The values that could be read. */
  readonly values: FormValues
  readonly problems: readonly Problem[]
}

/**
 * Reads values of unknown origin, as JSON carries them or as they were typed. Missing values are left out. Names that
 * the form does not have, and values that their field cannot read, are problems.
 */
export function readValues({ data }: Shape, input: unknown, context: EntryContext): ReadForm {
  const strange = checkShape(data, input)
  if (strange.length > 0) return { values: createRecord(), problems: strange }
  const problems: Problem[] = []
  return { values: readMembers(data, input as JsonValues, { path: [], context, problems }), problems }
}

interface Reading {
  readonly path: ValuePath
  readonly context: EntryContext
  readonly problems: Problem[]
}

function readMembers(nodes: readonly DataNode[], input: JsonValues, reading: Reading): FormValues {
  const values = createRecord<NodeValue>()
  for (const node of nodes) {
    if (!Object.hasOwn(input, node.key)) continue
    const value = readNode(node, input[node.key], { ...reading, path: [...reading.path, node.key] })
    if (value !== undefined) values[node.key] = value
  }
  return values
}

function readNode(node: DataNode, input: unknown, reading: Reading): NodeValue | undefined {
  if (node.kind === 'field') {
    const read = getFieldDefinition(node.type).read(input, node.props, reading.context)
    if (read.ok) return read.value
    reading.problems.push({ field: printPath(reading.path), ...read.fault })
    return undefined
  }
  if (input === null || input === undefined) return node.kind === 'list' ? [] : undefined
  if (node.kind === 'group') return readMembers(node.members, input as JsonValues, reading)
  return (input as readonly JsonValues[]).map(
    (row, index): RowValues => ({
      origin: readOrigin(row),
      values: readMembers(node.members, row, { ...reading, path: [...reading.path, index] }),
    }),
  )
}

/** Returns the index that a row of a list had when the form was opened; null for a row that was added since. */
export function readOrigin(row: JsonValues): number | null {
  const marker = Object.hasOwn(row, rowMarker) ? row[rowMarker] : null
  return typeof marker === 'number' && Number.isInteger(marker) && marker >= 0 ? marker : null
}
