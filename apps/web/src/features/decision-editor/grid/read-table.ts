import type { DmnElement } from 'dmn-js-shared/lib/base/Manager'

export interface TableColumn {
  readonly kind: 'input' | 'output'
  readonly id: string
  readonly label: string
  /** The expression of an input, the name of an output. */
  readonly expression: string
  readonly typeRef: string
  /** Unary tests of the values that it may have; empty for any. */
  readonly allowed: string
}

export interface TableCell {
  readonly id: string
  readonly text: string
}

export interface TableRow {
  readonly id: string
  /** Inputs first. */
  readonly cells: readonly TableCell[]
  readonly note: string
}

/** A decision table in its file. */
export interface DecisionTableView {
  readonly name: string
  readonly decisionId: string
  readonly hitPolicy: string
  readonly aggregation: string
  /** Inputs first. */
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
}

export function readTable(decision: DmnElement): DecisionTableView | null {
  const table = decision.get('decisionLogic') as DmnElement | undefined
  if (table === undefined) return null
  return {
    name: decision.name ?? '',
    decisionId: decision.id,
    hitPolicy: textOf(table, 'hitPolicy') || 'UNIQUE',
    aggregation: textOf(table, 'aggregation'),
    columns: [...partsOf(table, 'input').map(readInput), ...partsOf(table, 'output').map(readOutput)],
    rows: partsOf(table, 'rule').map(readRule),
  }
}

function readInput(input: DmnElement): TableColumn {
  const expression = input.get('inputExpression') as DmnElement | undefined
  return {
    kind: 'input',
    id: input.id,
    label: textOf(input, 'label'),
    expression: expression === undefined ? '' : textOf(expression, 'text'),
    typeRef: expression === undefined ? '' : textOf(expression, 'typeRef'),
    allowed: allowedOf(input, 'inputValues'),
  }
}

function readOutput(output: DmnElement): TableColumn {
  return {
    kind: 'output',
    id: output.id,
    label: textOf(output, 'label'),
    expression: textOf(output, 'name'),
    typeRef: textOf(output, 'typeRef'),
    allowed: allowedOf(output, 'outputValues'),
  }
}

function readRule(rule: DmnElement): TableRow {
  const cells = [...partsOf(rule, 'inputEntry'), ...partsOf(rule, 'outputEntry')]
  return {
    id: rule.id,
    cells: cells.map((cell) => ({ id: cell.id, text: textOf(cell, 'text') })),
    note: textOf(rule, 'description'),
  }
}

function allowedOf(clause: DmnElement, property: string): string {
  const values = clause.get(property) as DmnElement | undefined
  return values === undefined ? '' : textOf(values, 'text')
}

function partsOf(element: DmnElement, property: string): readonly DmnElement[] {
  return (element.get(property) ?? []) as readonly DmnElement[]
}

function textOf(element: DmnElement, property: string): string {
  const value = element.get(property)
  return typeof value === 'string' ? value : ''
}
