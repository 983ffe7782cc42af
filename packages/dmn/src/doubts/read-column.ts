import type { TestedKind } from '@millrace/expressions'
import type { DmnModel, TableInput, Text } from '../model.ts'

/** The type of the values of an input or output, and the tests for its allowed values. */
export interface Column {
  readonly kind: TestedKind
  readonly allowed: string | null
}

type Limits = Pick<TableInput, 'typeRef' | 'allowedValues'>

const kinds: Readonly<Record<string, TestedKind>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  long: 'number',
  double: 'number',
  boolean: 'boolean',
}

export function readColumn({ typeRef, allowedValues }: Limits, model: DmnModel): Column {
  const type = model.itemDefinitions.find(({ name }) => name === typeRef)
  const base = type === undefined ? typeRef : type.isCollection || type.components.length > 0 ? null : type.typeRef
  const own = allowedValues !== null && isFeel(allowedValues, model) ? allowedValues.text : null
  return {
    kind: kinds[base ?? ''] ?? null,
    allowed: own || (type?.isCollection === true ? null : (type?.allowedValues ?? null)),
  }
}

/** Returns whether a cell is in FEEL. Other languages have conditions of their own. */
export function isFeel({ text, language }: Text, model: DmnModel): boolean {
  const named = language ?? model.expressionLanguage
  return named === null ? !/^[$#]\{/.test(text) : /feel/i.test(named)
}
