import { findRowField } from '../compile/find-row-field.ts'
import type { EntryContext } from '../fields/field-definition.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import type { NodeInstance } from './instance.ts'

/** The digits that a sum of doubles keeps: what is beyond them comes of counting in halves instead of tenths. */
const exactDigits = 15

/** Returns the sum of a column of a list as its field shows numbers. Empty values count as nothing. */
export function presentSum(list: NodeInstance, path: string, context: EntryContext): string {
  const field = findRowField(list.planned, path)
  if (field?.data?.kind !== 'field') return ''
  const values = list.rows.map((row) => row.nodes.get(field.id)?.value).filter(isNumber)
  return getFieldDefinition(field.data.type).present(sum(values), field.data.props, context)
}

function sum(values: readonly (number | bigint)[]): number | bigint {
  if (values.some((value) => typeof value === 'bigint') && values.every(isWhole))
    return values.reduce<bigint>((total, value) => total + BigInt(value), 0n)
  return Number(values.reduce<number>((total, value) => total + Number(value), 0).toPrecision(exactDigits))
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

function isWhole(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isInteger(value)
}
