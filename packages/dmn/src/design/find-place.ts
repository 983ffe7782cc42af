import type { DecisionTable, DmnModel } from '../model.ts'

/** The position of an element in its file, as text for users. */
export interface DmnPlace {
  readonly decisionId: string
  readonly decisionName: string
  /** Counted from 1; null when it is about no rule. */
  readonly rule: number | null
  /** Label or expression of the column; null when it is about none. */
  readonly column: string | null
}

/**
 * Returns the position of an element of a decision, as text: a cell, a rule, a column or the decision; null for any
 * other element.
 */
export function findPlace(model: DmnModel, elementId: string | null): DmnPlace | null {
  if (elementId === null) return null
  for (const { id, name, logic } of model.decisions) {
    const inTable = logic?.kind === 'table' ? findInTable(logic, elementId) : null
    if (inTable !== null) return { decisionId: id, decisionName: name, ...inTable }
    if (id === elementId || logic?.id === elementId || (logic?.kind === 'literal' && logic.text.id === elementId))
      return { decisionId: id, decisionName: name, rule: null, column: null }
  }
  return null
}

function findInTable(table: DecisionTable, elementId: string): Pick<DmnPlace, 'rule' | 'column'> | null {
  for (const [index, { id, tests, outputs }] of table.rules.entries()) {
    const rule = index + 1
    if (id === elementId) return { rule, column: null }
    const test = tests.findIndex((one) => one.id === elementId)
    if (test >= 0) return { rule, column: nameInput(table, test) }
    const output = outputs.findIndex((one) => one.id === elementId)
    if (output >= 0) return { rule, column: nameOutput(table, output) }
  }
  const input = table.inputs.findIndex(({ id, expression, allowedValues }) =>
    [id, expression?.id, allowedValues?.id].includes(elementId),
  )
  if (input >= 0) return { rule: null, column: nameInput(table, input) }
  const output = table.outputs.findIndex(({ id, outputValues, defaultValue }) =>
    [id, outputValues?.id, defaultValue?.id].includes(elementId),
  )
  return output >= 0 ? { rule: null, column: nameOutput(table, output) } : null
}

function nameInput({ inputs }: DecisionTable, at: number): string {
  const input = inputs[at]
  return input?.label || input?.expression?.text || String(at + 1)
}

function nameOutput({ inputs, outputs }: DecisionTable, at: number): string {
  const output = outputs[at]
  return output?.label || output?.name || String(inputs.length + at + 1)
}
