import { coerce, type FeelValue, openFrame, toFeel } from '@millrace/expressions'
import type { CompiledDecision } from '../compile/decision.ts'
import type { CompiledInput, CompiledNode } from '../compile/nodes.ts'
import { evaluateTable, type TableResult } from '../compile/table.ts'
import { checkRow } from './check-row.ts'
import { presentEvaluated } from './present.ts'
import type { DecisionRun } from './run.ts'

/** The values of nodes within one evaluation, or within one call of a decision service. */
export interface State {
  readonly run: DecisionRun
  /** The values that the caller of a decision service passed for its inputs. */
  readonly given: ReadonlyMap<CompiledNode, FeelValue> | null
  readonly results: Map<CompiledDecision, FeelValue>
  readonly active: Set<CompiledDecision>
}

export function createState(run: DecisionRun, given: State['given'] = null): State {
  return { run, given, results: new Map(), active: new Set() }
}

/** Returns the value of a node: given, cached, or evaluated now. */
export function evaluateNode(node: CompiledNode, state: State): FeelValue {
  switch (node.kind) {
    case 'input':
      return coerce(findInput(node, state), node.getType(), state.run)
    case 'decision':
      return evaluateDecisionNode(node, state)
    case 'knowledge':
    case 'service':
      return node.getFunction()
  }
}

function findInput(node: CompiledInput, { run, given }: State): FeelValue {
  if (given) return given.get(node) ?? null
  return toFeel(run.findInput(node.namespace, node.input.variable.name), run.allowance, run)
}

function evaluateDecisionNode(node: CompiledDecision, state: State): FeelValue {
  const given = state.given?.get(node)
  if (given !== undefined) return coerce(given, node.getType(), state.run)
  const known = state.results.get(node)
  if (known !== undefined) return known
  checkRow(node, state.active)
  state.active.add(node)
  const value = node.decision.logic ? runLogic(node, state) : findUndecided(node, state)
  state.active.delete(node)
  state.results.set(node, value)
  return value
}

/** Returns a decision without logic has the value that the caller gave under its name. */
function findUndecided(node: CompiledDecision, { run }: State): FeelValue {
  return coerce(toFeel(run.findVariable(node.decision.variable.name), run.allowance, run), node.getType(), run)
}

function runLogic(node: CompiledDecision, state: State): FeelValue {
  const { requirements, ...logic } = node.getLogic()
  const frame = openFrame(requirements.load(state), state.run, () => undefined)
  const table: TableResult | null = logic.table && evaluateTable(logic.table, frame)
  const made = table ? table.value : logic.table === null ? logic.code(frame) : null
  const value = coerce(made, node.getType(), state.run)
  state.run.evaluated.push(presentEvaluated(node.decision, { table, result: value, allowance: state.run.allowance }))
  return value
}
