import { canPass } from '@millrace/expressions'
import type { DecisionTable, DmnModel } from '../model.ts'
import type { DmnDoubt } from './list-doubts.ts'
import { isFeel, readColumn } from './read-column.ts'

/**
 * Lists output cells with a constant that is not among the allowed values of its column, and tables whose hit policy
 * needs priorities that no column has. Other expressions have values that are only known when they are evaluated.
 */
export function listOutputDoubts(table: DecisionTable, model: DmnModel): DmnDoubt[] {
  const columns = table.outputs.map(({ typeRef, outputValues }) =>
    readColumn({ typeRef, allowedValues: outputValues }, model),
  )
  const cells = table.rules.flatMap(({ outputs }) => outputs.map((cell, at) => ({ cell, column: columns[at] })))
  const defaults = table.outputs.flatMap(({ defaultValue }, at) =>
    defaultValue ? [{ cell: defaultValue, column: columns[at] }] : [],
  )
  const unlisted = [...cells, ...defaults].flatMap(({ cell, column }) => {
    const allowed = column?.allowed ?? null
    if (allowed === null || !isFeel(cell, model) || !isConstant(cell.text)) return []
    if (canPass([cell.text, allowed], null) !== false) return []
    const message = `Expected one of the allowed values ${allowed}, but found ${cell.text}. Correct the output or the allowed values.`
    return [{ elementId: cell.id, message }]
  })
  const hasPriorities = columns.some(({ allowed }) => allowed !== null)
  return hasPriorities ? unlisted : [...unlisted, ...listWithoutPriorities(table)]
}

/** A text, a number or a truth value. */
function isConstant(text: string): boolean {
  return /^(?:"[^"]*"|-?\d+(?:\.\d+)?|true|false)$/.test(text)
}

function listWithoutPriorities({ id, hitPolicy, outputs }: DecisionTable): DmnDoubt[] {
  if (hitPolicy !== 'PRIORITY' && hitPolicy !== 'OUTPUT ORDER') return []
  const message = `Expected allowed values of an output, which are the priorities for the hit policy ${hitPolicy}, but there are none, so that the order of the rules decides. Add allowed values, the most important first.`
  return [{ elementId: outputs[0]?.id ?? id, message }]
}
