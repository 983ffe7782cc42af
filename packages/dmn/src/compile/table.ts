import {
  ANY,
  type Code,
  coerce,
  type FeelScope,
  type FeelType,
  type FeelValue,
  type Frame,
  nestFrame,
  nestScope,
  type TestCode,
} from '@millrace/expressions'
import { convertCamunda } from '../camunda/convert.ts'
import type { DecisionTable, TableInput, TableOutput } from '../model.ts'
import { type Compiler, typeOf } from './compiler.ts'
import { applyHitPolicy } from './hit-policy.ts'
import { compileOutputOrder, type OutputOrder } from './output-order.ts'
import { compileTestText, compileText } from './text.ts'

export interface CompiledTable {
  readonly table: DecisionTable
  readonly inputs: readonly CompiledInput[]
  readonly rules: readonly CompiledRule[]
  /** Null when no output has a default. */
  readonly defaults: readonly (Code | null)[] | null
  /** For each output, the order of its allowed values, for the policies that need it. */
  readonly orders: readonly OutputOrder[]
}

interface CompiledInput {
  readonly code: Code
  /** Null when any value is allowed. */
  readonly allows: TestCode | null
}

interface CompiledOutput {
  readonly type: FeelType | string | null
  /** Null when any value is allowed. */
  readonly allows: TestCode | null
}

interface CompiledRule {
  readonly index: number
  /** Null where any value passes. */
  readonly tests: readonly (TestCode | null)[]
  /** Null for an empty cell. */
  readonly outputs: readonly (Code | null)[]
}

/** A rule that matched. An empty output cell has no value: undefined. */
export interface Match {
  readonly index: number
  readonly outputs: readonly (FeelValue | undefined)[]
}

export interface TableResult {
  readonly inputs: readonly FeelValue[]
  /** The rules that count, in the order of the result. */
  readonly matches: readonly Match[]
  readonly value: FeelValue
}

/** Compiles a decision table (DMN 1.5, clause 8): all its cells, once. */
export function compileTable(table: DecisionTable, scope: FeelScope, compiler: Compiler): CompiledTable {
  if (table.outputs.length === 0) {
    const message = 'Expected the decision table to have an output, but it has none. Its result is null.'
    compiler.report({ message, elementId: table.id, line: null, column: null, isWarning: true })
  }
  checkAggregation(table, compiler)
  const inputs = table.inputs.map((input) => compileInput(input, scope, compiler))
  const outputs = table.outputs.map((output) => compileOutput(output, scope, compiler))
  const cellScopes = table.inputs.map((input) => nestScope(scope, [input.inputVariable]))
  const rules = table.rules.map((rule, index) => ({
    index,
    tests: rule.tests.map((test, column) => compileTestText(test, cellScopes[column] ?? scope, compiler)),
    outputs: rule.outputs.map((cell, column) =>
      cell.text === '' ? null : fit(compileText(cell, scope, compiler), outputs[column], cell.id),
    ),
  }))
  const defaults = table.outputs.map(({ defaultValue }, column) =>
    defaultValue ? fit(compileText(defaultValue, scope, compiler), outputs[column], defaultValue.id) : null,
  )
  return {
    table,
    inputs,
    rules,
    defaults: defaults.some((code) => code !== null) ? defaults : null,
    orders: table.outputs.map((output) => compileOutputOrder(output, scope, compiler)),
  }
}

/** Evaluates a decision table by the standard. Null when an input has a value that is not allowed. */
export function evaluateTable(table: CompiledTable, frame: Frame): TableResult {
  const inputs = evaluateInputs(table, frame)
  const frames = inputs.map((value) => nestFrame(frame, [value]))
  const isAllowed = table.inputs.every(({ allows }, column) => {
    const value = inputs[column] ?? null
    return !allows || value === null || allows(value, frames[column] ?? frame) === true
  })
  if (!isAllowed) return { inputs, matches: [], value: null }
  const stopsAtFirst = table.table.hitPolicy === 'FIRST'
  const matches = findMatches(table, { inputs, frames, frame, stopsAtFirst })
  return { inputs, ...applyHitPolicy(table, matches, frame) }
}

export function evaluateInputs(table: CompiledTable, frame: Frame): FeelValue[] {
  return table.inputs.map(({ code }) => code(frame))
}

/** Returns the rules whose tests all pass, with their outputs, in the order of the table. */
export function findMatches(
  table: CompiledTable,
  at: { inputs: readonly FeelValue[]; frames: readonly Frame[]; frame: Frame; stopsAtFirst: boolean },
): Match[] {
  const matches: Match[] = []
  let asked = 0
  for (const rule of table.rules) {
    asked += 1
    const passes = rule.tests.every(
      (test, column) => !test || test(at.inputs[column] ?? null, at.frames[column] ?? at.frame) === true,
    )
    if (!passes) continue
    matches.push({ index: rule.index, outputs: rule.outputs.map((code) => code?.(at.frame)) })
    if (at.stopsAtFirst) break
  }
  // Their tests have charged themselves.
  at.frame.root.evaluation.charge(asked)
  return matches
}

function compileInput(
  { id, expression, typeRef, allowedValues }: TableInput,
  scope: FeelScope,
  compiler: Compiler,
): CompiledInput {
  const code = expression ? compileText(expression, scope, compiler) : () => null
  const type = compiler.mode === 'camunda' ? typeRef : typeOf(typeRef, id, compiler)
  return {
    code: convert(code, type, id),
    allows:
      allowedValues && compiler.mode === 'standard'
        ? compileTestText(allowedValues, nestScope(scope, ['cellInput']), compiler)
        : null,
  }
}

/** Camunda evaluates tables with an aggregation and several outputs as long as each matching rule gives one of them. */
function checkAggregation({ id, aggregation, outputs }: DecisionTable, { mode, report }: Compiler): void {
  if (!aggregation || outputs.length < 2) return
  const found = `Expected one output for the aggregation ${aggregation}, but there are ${outputs.length}.`
  const isWarning = mode === 'camunda'
  const message = isWarning ? `${found} The decision fails when a matching rule has more than one.` : found
  report({ message, elementId: id, line: null, column: null, ...(isWarning ? { isWarning } : {}) })
}

/** Camunda uses output values neither to check values nor to sort them. */
function compileOutput(
  { id, typeRef, outputValues }: TableOutput,
  scope: FeelScope,
  compiler: Compiler,
): CompiledOutput {
  if (compiler.mode === 'camunda') return { type: typeRef, allows: null }
  const type = typeOf(typeRef, id, compiler)
  const isListed = outputValues !== null && outputValues.text !== ''
  return { type, allows: isListed ? compileTestText(outputValues, nestScope(scope, ['cellInput']), compiler) : null }
}

/** Fits the value of a cell to its column. A value that the output values do not allow is null, as one of another type. */
function fit(code: Code, output: CompiledOutput | undefined, elementId: string | null): Code {
  const converted = convert(code, output?.type, elementId)
  const allows = output?.allows
  if (!allows) return converted
  return (frame) => {
    const value = converted(frame)
    return value === null || allows(value, nestFrame(frame, [value])) === true ? value : null
  }
}

/** Values of columns are fitted to their types, by Camunda's own conversions in its mode. */
function convert(code: Code, type: FeelType | string | null | undefined, elementId: string | null): Code {
  if (type === null || type === undefined || type === ANY) return code
  if (typeof type === 'string') return convertCamunda(code, type, elementId)
  return (frame) => coerce(code(frame), type, frame.root.evaluation)
}
