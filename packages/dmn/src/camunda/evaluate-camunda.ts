import type { Frame } from '@millrace/expressions'
import { createContext, type FeelContext, type FeelValue, nestFrame, openFrame, toFeel } from '@millrace/expressions'
import type { CompiledDecision } from '../compile/decision.ts'
import { type CompiledTable, evaluateInputs, findMatches, type TableResult } from '../compile/table.ts'
import { presentEvaluated } from '../evaluate/present.ts'
import type { DecisionRun } from '../evaluate/run.ts'
import { createState } from '../evaluate/state.ts'
import { applyCamundaPolicy } from './hit-policy.ts'
import { listInOrder } from './list-in-order.ts'

/**
 * Evaluates a decision as Camunda 7 does: first all required decisions, each of which adds its outputs to the variables
 * of the following ones. Returns the rule results of the decision itself.
 */
export function evaluateCamunda(decision: CompiledDecision, run: DecisionRun): readonly FeelContext[] {
  const inOrder = listInOrder(decision)
  for (const required of inOrder.slice(0, -1)) {
    const results = evaluateOne(required, run)
    addVariables(required, results, run)
    run.results.set(required, toValue(required, results))
  }
  return evaluateOne(decision, run)
}

/** Camunda's dates are local to FEEL. */
const LOCAL = { dates: 'local' } as const

function evaluateOne(node: CompiledDecision, run: DecisionRun): readonly FeelContext[] {
  const { requirements, ...logic } = node.getLogic()
  const state = { ...createState(run), results: run.results }
  const frame = openFrame(requirements.load(state), run, (name) => findVariable(name, run))
  const { decision } = node
  const { allowance, zone } = run
  if (logic.table && decision.logic?.kind === 'table' && decision.logic.outputs.length > 0) {
    const { table, results } = runTable(logic.table, frame)
    run.evaluated.push(presentEvaluated(decision, { table, result: results, allowance, zone, ...LOCAL }))
    return results
  }
  const { name } = decision.variable
  // Camunda leaves a decision without logic out, so that what the caller gives under its name counts.
  const value = decision.logic === null ? (findVariable(name, run) ?? null) : logic.table ? null : logic.code(frame)
  const results = [createContext([[name, value]])]
  run.evaluated.push(presentEvaluated(decision, { table: null, result: results, allowance, zone, ...LOCAL }))
  return results
}

function findVariable(name: string, run: DecisionRun): FeelValue | undefined {
  const result = run.variables.get(name)
  if (result !== undefined) return result
  const value = run.findVariable(name)
  return value === undefined ? undefined : toFeel(value, run.allowance, { ...LOCAL, zone: run.zone })
}

function runTable(compiled: CompiledTable, frame: Frame): { table: TableResult; results: readonly FeelContext[] } {
  const inputs = evaluateInputs(compiled, frame)
  const frames = inputs.map((value) => nestFrame(frame, [value]))
  const stopsAtFirst = compiled.table.hitPolicy === 'FIRST'
  const found = findMatches(compiled, { inputs, frames, frame, stopsAtFirst })
  const { matches, results } = applyCamundaPolicy(compiled, found, frame)
  return { table: { inputs, matches, value: results }, results }
}

/**
 * The outputs of one rule are variables; those of several, or of a table that may give several, are lists. Without
 * result there are no variables.
 */
function addVariables(decision: CompiledDecision, results: readonly FeelContext[], run: DecisionRun): void {
  const [only] = results
  if (only && results.length === 1 && !isPlural(decision)) {
    for (const [name, value] of Object.entries(only)) run.variables.set(name, value)
    return
  }
  run.charge(results.length)
  for (const name of new Set(results.flatMap((result) => Object.keys(result)))) {
    run.charge(results.length)
    const values = results.flatMap((result) => (result[name] === undefined ? [] : [result[name]]))
    run.variables.set(name, values)
  }
}

function isPlural({ decision: { logic } }: CompiledDecision): boolean {
  return (
    logic?.kind === 'table' &&
    (logic.hitPolicy === 'RULE ORDER' || (logic.hitPolicy === 'COLLECT' && logic.aggregation === null))
  )
}

/** Returns the value of a required decision where it has a name: that of its only output, else one with all of them. */
function toValue(decision: CompiledDecision, results: readonly FeelContext[]): FeelValue {
  const values = results.map((result): FeelValue => {
    const outputs = Object.values(result)
    return outputs.length === 1 ? (outputs[0] ?? null) : result
  })
  return isPlural(decision) || values.length > 1 ? values : (values[0] ?? null)
}
