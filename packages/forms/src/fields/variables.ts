import { valueLimits } from '../document/limits.ts'
import { isPlainObject, isPrototypeKey } from '../document/plain-object.ts'
import { words } from '../document/properties.ts'
import type { PropertySpecs, Props } from '../document/property.ts'
import type { Fault } from '../messages/catalogue.ts'
import { isBlank } from '../values/blank.ts'
import type { Read } from '../values/day.ts'
import { hasControlCharacters } from '../values/markup.ts'
import { checkbox } from './checkbox.ts'
import { dateTime } from './date-time.ts'
import type { EntryContext, FieldDefinition } from './field-definition.ts'
import type { FieldValue, VariableRow, VariableRowType } from './field-value.ts'
import { number } from './number.ts'
import { text } from './text.ts'

const props = {
  /** Names that are taken already. */
  reserved: words(2_000),
}

export const variableRowTypes = [
  'String',
  'Long',
  'Double',
  'Boolean',
  'Date',
] as const satisfies readonly VariableRowType[]

const nameLimit = 255

/**
 * A field for values that users add by name, type and value, for tasks whose form the product does not support. Names
 * are unique regardless of case, and differ from reserved ones.
 */
export const variables: FieldDefinition<typeof props, readonly VariableRow[]> = {
  props,
  standsAlone: true,
  read: readRows,
  present: (rows) => rows.map(({ name }) => name).join(', '),
  check: (rows, { reserved }, context) => [...checkNames(rows, reserved ?? []), ...checkRowValues(rows, context)],
  isMissing: (rows) => rows.length === 0,
  toJson: (rows) =>
    rows.map((row) => ({ ...row, value: typeof row.value === 'bigint' ? row.value.toString() : row.value })),
  toPlain: (rows) => rows.map(({ name, value }) => ({ name, value })),
  fromVariable: () => null,
  toVariables: (_key, rows) => (rows ?? []).map(({ name, type, value }) => ({ name: name.trim(), type, value })),
}

/** Reads the value of one row as the field of its type does. */
export function readRowValue(type: VariableRowType, input: unknown, context: EntryContext): Read<FieldValue> {
  const { field, props } = rowFields[type]
  return field.read(input, props, context)
}

interface RowField {
  readonly field: FieldDefinition<PropertySpecs, FieldValue>
  readonly props: Props
}

const rowFields = {
  String: { field: text, props: { allowMarkup: true } },
  Long: { field: number, props: { integer: true } },
  Double: { field: number, props: {} },
  Boolean: { field: checkbox, props: {} },
  Date: { field: dateTime, props: {} },
} satisfies Record<VariableRowType, RowField>

function readRows(input: unknown, _props: unknown, context: EntryContext): Read<readonly VariableRow[] | null> {
  if (input === null || input === undefined) return { ok: true, value: null }
  if (!Array.isArray(input)) return { ok: false, fault: { code: 'variables.invalid' } }
  if (input.length > valueLimits.rows)
    return { ok: false, fault: { code: 'variables.too-many', params: { max: valueLimits.rows } } }
  const rows: VariableRow[] = []
  for (const [index, item] of (input as unknown[]).entries()) {
    const read = readRow(item, context)
    if (!read.ok) return { ok: false, fault: { ...read.fault, path: [index, ...(read.fault.path ?? [])] } }
    rows.push(read.value)
  }
  return { ok: true, value: rows.length === 0 ? null : rows }
}

function readRow(input: unknown, context: EntryContext): Read<VariableRow> {
  if (!isPlainObject(input) || Object.keys(input).some((key) => key !== 'name' && key !== 'type' && key !== 'value')) {
    return { ok: false, fault: { code: 'variables.invalid' } }
  }
  const type = variableRowTypes.find((known) => known === input.type)
  if (type === undefined || typeof input.name !== 'string') return { ok: false, fault: { code: 'variables.invalid' } }
  const read = readRowValue(type, input.value, context)
  if (!read.ok) return { ok: false, fault: { ...read.fault, path: ['value'] } }
  return { ok: true, value: { name: input.name, type, value: read.value as VariableRow['value'] } }
}

function checkNames(rows: readonly VariableRow[], reserved: readonly string[]): Fault[] {
  const taken = new Set(reserved.map(foldName))
  return rows.flatMap(({ name }, index) => {
    const fault = findNameFault(name, taken)
    taken.add(foldName(name))
    return fault === null ? [] : [{ ...fault, path: [index, 'name'] }]
  })
}

function checkRowValues(rows: readonly VariableRow[], context: EntryContext): Fault[] {
  return rows.flatMap(({ type, value }, index) => {
    const { field, props }: RowField = rowFields[type]
    return value === null
      ? []
      : field.check(value, props, context).map((fault) => ({ ...fault, path: [index, 'value'] }))
  })
}

function findNameFault(name: string, taken: ReadonlySet<string>): Fault | null {
  if (isBlank(name)) return { code: 'variables.name-missing' }
  if (name.length > nameLimit || hasControlCharacters(name) || /[\t\r\n]/.test(name) || isPrototypeKey(name.trim())) {
    return { code: 'variables.name-invalid', params: { max: nameLimit } }
  }
  return taken.has(foldName(name)) ? { code: 'variables.name-taken', params: { name: name.trim() } } : null
}

function foldName(name: string): string {
  return name.trim().toLowerCase()
}
