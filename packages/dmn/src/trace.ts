import type { Aggregation, Boxed, HitPolicy } from './model.ts'

/** The trace of an evaluation, for history. Required decisions come first, the requested one last. */
export interface DecisionTrace {
  readonly decisions: readonly EvaluatedDecision[]
}

/** An evaluated decision of a trace. All values are plain. */
export interface EvaluatedDecision {
  readonly decisionId: string
  readonly decisionName: string
  /** Null: the decision has no logic. */
  readonly kind: Boxed['kind'] | null
  readonly hitPolicy: HitPolicy | null
  readonly aggregation: Aggregation | null
  /** The input columns of a decision table, in order. */
  readonly inputs: readonly EvaluatedInput[]
  /** The rules that count, in the order of the result. */
  readonly rules: readonly MatchedRule[]
  /** The list of rule results in mode `camunda`, the value of the decision in mode `standard`. */
  readonly result: unknown
}

export interface EvaluatedInput {
  readonly id: string | null
  /** The label, or the text of the expression. */
  readonly name: string
  /** The text of the expression, if the input has a label. */
  readonly expression?: string
  /** The type that the column names. */
  readonly typeRef: string | null
  readonly value: unknown
}

export interface MatchedRule {
  readonly id: string | null
  /** The place in the table, counted from 1. */
  readonly order: number
  readonly outputs: readonly EvaluatedOutput[]
}

export interface EvaluatedOutput {
  readonly id: string | null
  /** The label, or the name. */
  readonly name: string
  /** The key in the result; empty for an output without name. */
  readonly variableName: string
  readonly typeRef: string | null
  readonly value: unknown
}
