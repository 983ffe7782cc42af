import type { XmlElement } from '@millrace/xml'
import type { Aggregation, DecisionTable, HitPolicy, TableInput, TableOutput, TableRule } from '../model.ts'
import { findAttribute, findChild, findChildText, findForeignAttribute, listChildren } from './dmn-element.ts'
import type { FileReader } from './file-reader.ts'
import { findTests, normaliseName, readText, readTypeRef } from './read-parts.ts'

const HIT_POLICIES: Readonly<Record<string, HitPolicy>> = {
  UNIQUE: 'UNIQUE',
  FIRST: 'FIRST',
  PRIORITY: 'PRIORITY',
  ANY: 'ANY',
  COLLECT: 'COLLECT',
  'RULE ORDER': 'RULE ORDER',
  'OUTPUT ORDER': 'OUTPUT ORDER',
}

const AGGREGATIONS: Readonly<Record<string, Aggregation>> = { SUM: 'SUM', COUNT: 'COUNT', MIN: 'MIN', MAX: 'MAX' }

/** Reads a decision table (DMN 1.5, clause 8). Every rule must have a cell for every column. */
export function readTable(element: XmlElement, reader: FileReader): DecisionTable {
  const inputs = listChildren(element, 'input').map(readInput)
  const outputs = listChildren(element, 'output').map(readOutput)
  const hitPolicy = readHitPolicy(element, reader)
  const aggregation = readAggregation(element, reader)
  const rules = listChildren(element, 'rule').map((rule) => readRule(rule, { inputs, outputs }, reader))
  const base = { id: findAttribute(element, 'id'), typeRef: readTypeRef(element) }
  return { ...base, kind: 'table', hitPolicy, aggregation, inputs, outputs, rules }
}

function readHitPolicy(element: XmlElement, reader: FileReader): HitPolicy {
  const name = findAttribute(element, 'hitPolicy')?.toUpperCase() ?? 'UNIQUE'
  const policy = Object.hasOwn(HIT_POLICIES, name) ? HIT_POLICIES[name] : undefined
  if (!policy) reader.report(element, `Expected a hit policy of the standard, but “${name}” is none.`)
  return policy ?? 'UNIQUE'
}

function readAggregation(element: XmlElement, reader: FileReader): Aggregation | null {
  const name = findAttribute(element, 'aggregation')?.toUpperCase()
  if (!name || name === 'LIST') return null
  const aggregation = Object.hasOwn(AGGREGATIONS, name) ? AGGREGATIONS[name] : undefined
  if (!aggregation) reader.report(element, `Expected SUM, COUNT, MIN or MAX for the aggregation, but found “${name}”.`)
  return aggregation ?? null
}

function readInput(element: XmlElement): TableInput {
  const expression = findChild(element, 'inputExpression')
  const text = expression && readText(expression)
  return {
    id: findAttribute(element, 'id'),
    label: findAttribute(element, 'label'),
    expression: text?.text ? text : null,
    typeRef: expression ? readTypeRef(expression) : null,
    allowedValues: findTests(element, 'inputValues'),
    inputVariable: findForeignAttribute(element, 'inputVariable') ?? 'cellInput',
  }
}

function readOutput(element: XmlElement): TableOutput {
  const defaultEntry = findChild(element, 'defaultOutputEntry')
  const name = findAttribute(element, 'name')
  return {
    id: findAttribute(element, 'id'),
    label: findAttribute(element, 'label'),
    name: name && normaliseName(name),
    typeRef: readTypeRef(element),
    outputValues: findTests(element, 'outputValues'),
    defaultValue: defaultEntry && findChildText(defaultEntry, 'text') ? readText(defaultEntry) : null,
  }
}

function readRule(
  element: XmlElement,
  { inputs, outputs }: { inputs: readonly TableInput[]; outputs: readonly TableOutput[] },
  reader: FileReader,
): TableRule {
  const tests = listChildren(element, 'inputEntry').map(readText)
  const results = listChildren(element, 'outputEntry').map(readText)
  checkCount(element, { cells: tests.length, columns: inputs.length, side: 'input' }, reader)
  checkCount(element, { cells: results.length, columns: outputs.length, side: 'output' }, reader)
  return { id: findAttribute(element, 'id'), tests, outputs: results }
}

function checkCount(
  element: XmlElement,
  { cells, columns, side }: { cells: number; columns: number; side: string },
  reader: FileReader,
): void {
  if (cells === columns) return
  reader.report(element, `Expected ${columns} ${side} cells in the rule, one for each column, but there are ${cells}.`)
}
