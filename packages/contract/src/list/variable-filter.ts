import { listLimits } from './list-limits.ts'

/** The types as which process variables are compared. */
export const variableTypes = ['text', 'number', 'flag', 'instant'] as const

export type VariableType = (typeof variableTypes)[number]

/** The operators for variables, by type. */
export const variableOperators = {
  text: ['is', 'begins'],
  number: ['is', 'from', 'to'],
  flag: ['is'],
  instant: ['from', 'before'],
} as const satisfies Record<VariableType, readonly string[]>

export type VariableOperator = (typeof variableOperators)[VariableType][number]

/** A condition on one variable of a process. */
export interface VariableFilter {
  readonly name: string
  readonly type: VariableType
  readonly operator: VariableOperator
  /** The value as text: digits, `true` or `false`, an instant. */
  readonly value: string
}

/** Writes a condition on a variable as a value of a filter: `from:number:amount:100`. A colon in the name is `%3A`. */
export function writeVariableFilter({ name, type, operator, value }: VariableFilter): string {
  return [operator, type, name.replaceAll('%', '%25').replaceAll(':', '%3A'), value].join(':')
}

/**
 * Parses a condition on a variable.
 *
 * @returns null when it is invalid.
 */
export function readVariableFilter(text: string): VariableFilter | null {
  const [, operator = '', kind = '', written = '', value = ''] = /^(\w+):(\w+):([^:]+):(.+)$/s.exec(text) ?? []
  const type = variableTypes.find((one) => one === kind)
  const name = written.replaceAll('%3A', ':').replaceAll('%25', '%')
  if (type === undefined || !isValueOf[type](value)) return null
  const known: readonly VariableOperator[] = variableOperators[type]
  const found = known.find((one) => one === operator)
  return found === undefined ? null : { name, type, operator: found, value }
}

const isValueOf: Readonly<Record<VariableType, (value: string) => boolean>> = {
  text: (value) => value !== '' && value.length <= listLimits.variableText,
  number: (value) => /^-?\d{1,15}(\.\d{1,6})?$/.test(value),
  flag: (value) => value === 'true' || value === 'false',
  instant: (value) =>
    /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z)?$/.test(value) && !Number.isNaN(Date.parse(value)),
}
