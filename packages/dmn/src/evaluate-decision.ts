import {
  type Allowance,
  ExpressionError,
  type FeelValue,
  fromFeel,
  LimitExceeded,
  OutOfAllowance,
} from '@millrace/expressions'
import { evaluateCamunda } from './camunda/evaluate-camunda.ts'
import { type CompileOptions, compileModel } from './compile/compile-model.ts'
import { runKnowledge } from './compile/knowledge.ts'
import type { CompiledNode } from './compile/nodes.ts'
import { variableOf } from './compile/requirements.ts'
import { runService } from './compile/service.ts'
import { DecisionRun } from './evaluate/run.ts'
import { createState, evaluateNode } from './evaluate/state.ts'
import { DecisionFailure, problemAt } from './failure.ts'
import type { DmnModel } from './model.ts'
import type { DmnProblem } from './problems.ts'
import type { DecisionTrace } from './trace.ts'

export interface EvaluateOptions extends CompileOptions {
  /** The id of a decision or, in mode `standard`, of a decision service or business knowledge model. */
  readonly decisionId: string
  /** Plain values by name: the input data, in mode `camunda` any variables. */
  readonly context: Readonly<Record<string, unknown>>
  /** Values for the inputs of imported models, by namespace. Missing values are taken from the context. */
  readonly importedContexts?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The instant that `now()` and `today()` give. */
  readonly now: Date
  /** IANA name of the time zone in which dates are seen. UTC when left out. */
  readonly zone?: string
  readonly allowance: Allowance
}

/** The plain values of one rule, by the names of the outputs. */
export type RuleResult = Readonly<Record<string, unknown>>

/** A map of output names to plain values for each resulting rule. An output without a name has the key "". */
export type DecisionResult = readonly RuleResult[]

export type DecisionOutcome =
  | {
      readonly ok: true
      /**
       * Mode `camunda`: the rule results; logic that is no table gives one, under the name of the decision's variable.
       * Mode `standard`: one, under the same name.
       */
      readonly result: DecisionResult
      /** The plain value of the decision by the standard; in mode `camunda` the same as `result`. */
      readonly value: unknown
      /** The result as a FEEL value. */
      readonly feelValue: FeelValue
      readonly trace: DecisionTrace
    }
  | {
      readonly ok: false
      readonly problem: DmnProblem
      /** The budget that the decision has used up, when it failed by that. */
      readonly exceeded: OutOfAllowance | null
      readonly trace: DecisionTrace
    }

/**
 * Evaluates a decision with all that it requires. The model is compiled at the first call.
 * @throws OutOfAllowance when others wait for it and it takes longer than they may.
 */
export function evaluateDecision(model: DmnModel, options: EvaluateOptions): DecisionOutcome {
  const compiled = compileModel(model, options)
  const run = new DecisionRun(options)
  const trace: DecisionTrace = { decisions: run.evaluated }
  const node = compiled.nodes.get(options.decisionId)
  try {
    if (!node || node.kind === 'input') {
      const message = `Expected the model to have a decision “${options.decisionId}”, but it has none.`
      return { ok: false, problem: problemAt(options.decisionId, message), exceeded: null, trace }
    }
    if (options.mode === 'camunda' && node.kind === 'decision') {
      const results = evaluateCamunda(node, run)
      const result = results.map(
        (one) => fromFeel(one, options.allowance, { dates: 'local', zone: run.zone }) as RuleResult,
      )
      return { ok: true, result, value: result, feelValue: results, trace }
    }
    const feelValue = evaluateStandard(node, run)
    const value = fromFeel(feelValue, options.allowance)
    return { ok: true, result: [{ [variableOf(node).name]: value }], value, feelValue, trace }
  } catch (error) {
    return { ok: false, ...toFailure(error, options.decisionId), trace }
  }
}

function evaluateStandard(node: Exclude<CompiledNode, { kind: 'input' }>, run: DecisionRun): FeelValue {
  switch (node.kind) {
    case 'decision':
      return evaluateNode(node, createState(run))
    case 'service':
      return runService(node.getParts(), run)
    case 'knowledge':
      return runKnowledge(node, run)
  }
}

/** Anything that is not the model's fault is a bug and passes through; so does that others wait for what takes long. */
function toFailure(error: unknown, decisionId: string): { problem: DmnProblem; exceeded: OutOfAllowance | null } {
  if (error instanceof OutOfAllowance && error.limit !== 'inline')
    return { problem: problemAt(decisionId, error.message), exceeded: error }
  return { problem: toProblem(error, decisionId), exceeded: null }
}

function toProblem(error: unknown, decisionId: string): DmnProblem {
  if (error instanceof DecisionFailure) return error.problem
  if (error instanceof LimitExceeded || error instanceof ExpressionError) return problemAt(decisionId, error.message)
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    return problemAt(decisionId, 'Expected the decision to nest less deeply, but it uses up the stack.')
  }
  throw error
}
