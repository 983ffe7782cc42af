import { canPass } from '@millrace/expressions'
import type { DecisionTable, DmnModel, Text } from '../model.ts'
import { listOutputDoubts } from './list-output-doubts.ts'
import { type Column, isFeel, readColumn } from './read-column.ts'

/** A part of a decision table that can be deployed but is probably a mistake. */
export interface DmnDoubt {
  /** Expected …, but …, and what to do. */
  readonly message: string
  readonly elementId: string | null
}

/**
 * Lists probable mistakes in the decision tables of a model: columns without a type, tables with inputs and without
 * rules, conditions that no value meets, and outputs that are not allowed or have no priority. Problems of `checkDmn` are not listed.
 */
export function listDoubts(model: DmnModel): DmnDoubt[] {
  return model.decisions.flatMap(({ id, logic }) =>
    logic?.kind === 'table'
      ? [...listUntyped(logic), ...listEmpty(logic, id), ...listUnmet(logic, model), ...listOutputDoubts(logic, model)]
      : [],
  )
}

function listUntyped({ inputs, outputs }: DecisionTable): DmnDoubt[] {
  return [...inputs, ...outputs]
    .filter(({ typeRef }) => typeRef === null || typeRef.trim() === '')
    .map(({ id }) => ({
      elementId: id,
      message: 'Expected the column to have a type, but it has none. Choose its type in the head of the column.',
    }))
}

function listEmpty({ id, rules, inputs }: DecisionTable, decisionId: string): DmnDoubt[] {
  // Nothing is entered in a new table: nobody has to be told that it is not finished.
  const isNew = inputs.every(({ expression }) => (expression?.text ?? '').trim() === '')
  if (rules.length > 0 || isNew) return []
  const message = 'Expected the table to have rules, but it has none, so that it never gives a result. Add a rule.'
  return [{ elementId: id ?? decisionId, message }]
}

/** Cells that no value meets, and cells that contradict another one of their rule about the same expression. */
function listUnmet(table: DecisionTable, model: DmnModel): DmnDoubt[] {
  const columns = table.inputs.map((input) => readColumn(input, model))
  return table.rules.flatMap(({ tests }) => {
    const readable = tests.map((test) => (isFeel(test, model) ? test.text : '-'))
    const alone = tests.flatMap(({ id }, at) => {
      const message = findFault(readable[at] ?? '-', columns[at] ?? { kind: null, allowed: null })
      return message === null ? [] : [{ elementId: id, message }]
    })
    return alone.length > 0 ? alone : listContradictions(table, { tests, readable, columns })
  })
}

function findFault(test: string, { kind, allowed }: Column): string | null {
  if (canPass([test], kind) === false)
    return kind !== null && canPass([test], null) === true
      ? `Expected a condition for a ${kind}, but no ${kind} meets “${test}”. Correct the condition or the type of the column.`
      : `Expected a condition that some value meets, but none meets “${test}”. Correct the condition.`
  // Null is let in whatever is allowed.
  if (allowed === null || /\bnull\b/.test(test) || canPass([test, allowed], kind) !== false) return null
  return `Expected a condition that one of the allowed values meets, but none of ${allowed} meets “${test}”. Correct the condition or the allowed values.`
}

interface Row {
  readonly tests: readonly Text[]
  readonly readable: readonly string[]
  readonly columns: readonly Column[]
}

function listContradictions({ inputs }: DecisionTable, { tests, readable, columns }: Row): DmnDoubt[] {
  return inputs.flatMap(({ expression }, at) => {
    const text = expression?.text ?? ''
    const first = inputs.findIndex((one) => one.expression?.text === text)
    if (text === '' || first === at) return []
    const both = [readable[first] ?? '-', readable[at] ?? '-']
    if (canPass(both, columns[at]?.kind ?? null) !== false) return []
    const message = `Expected conditions that some value of ${text} meets together, but none meets “${both[0]}” and “${both[1]}”. Correct one of them.`
    return [{ elementId: tests[at]?.id ?? null, message }]
  })
}
