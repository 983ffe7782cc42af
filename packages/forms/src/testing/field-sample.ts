import type { NamedVariable } from '../fields/field-value.ts'

/** A sample for tests of a type of field: a valid entry with its variables, and entries that are refused. */
export interface FieldSample {
  readonly props?: Readonly<Record<string, unknown>>
  /** What somebody enters. */
  readonly entry: unknown
  /** As data. */
  readonly shown: string
  readonly variables: readonly NamedVariable[]
  /** Entries that are refused, each with the code of the fault. */
  readonly wrong: readonly (readonly [entry: unknown, code: string])[]
}

export const text = (value: string): NamedVariable[] => [{ name: 'field', type: 'String', value }]
export const json = (value: unknown): NamedVariable[] => [{ name: 'field', type: 'Json', value: JSON.stringify(value) }]
export const markup = '<script>alert(1)</script>'
