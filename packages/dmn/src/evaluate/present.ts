import { type Allowance, type FeelValue, fromFeel, type Zone } from '@millrace/expressions'
import type { Match, TableResult } from '../compile/table.ts'
import type { Decision, DecisionTable } from '../model.ts'
import type { EvaluatedDecision, EvaluatedInput, MatchedRule } from '../trace.ts'

type Dates = 'local' | 'zoned'
type ToPlain = (value: FeelValue) => unknown

interface Evaluated {
  readonly table: TableResult | null
  readonly result: FeelValue
  readonly allowance: Allowance
  readonly dates?: Dates
  readonly zone?: Zone
}

/** Presents the evaluation of a decision as plain values. */
export function presentEvaluated(
  decision: Decision,
  { table, result, allowance, dates = 'zoned', zone }: Evaluated,
): EvaluatedDecision {
  const { logic } = decision
  const toPlain: ToPlain = (value) => fromFeel(value, allowance, { dates, ...(zone === undefined ? {} : { zone }) })
  const base = { decisionId: decision.id, decisionName: decision.name, result: toPlain(result) }
  if (!table || logic?.kind !== 'table') {
    return { ...base, kind: logic?.kind ?? null, hitPolicy: null, aggregation: null, inputs: [], rules: [] }
  }
  const { hitPolicy, aggregation } = logic
  return {
    ...base,
    kind: 'table',
    hitPolicy,
    aggregation,
    inputs: presentInputs(logic, table.inputs, toPlain),
    rules: table.matches.map((match) => presentRule(logic, match, toPlain)),
  }
}

function presentInputs(table: DecisionTable, values: readonly FeelValue[], toPlain: ToPlain): EvaluatedInput[] {
  return table.inputs.map(({ id, label, expression, typeRef }, index) => ({
    id,
    typeRef,
    name: label ?? expression?.text ?? '',
    ...(label !== null && expression !== null && { expression: expression.text }),
    value: toPlain(values[index] ?? null),
  }))
}

function presentRule(table: DecisionTable, match: Match, toPlain: ToPlain): MatchedRule {
  return {
    id: table.rules[match.index]?.id ?? null,
    order: match.index + 1,
    outputs: table.outputs.flatMap(({ id, label, name, typeRef }, index) => {
      const value = match.outputs[index]
      if (value === undefined) return []
      return [{ id, name: label ?? name ?? '', variableName: name ?? '', typeRef, value: toPlain(value) }]
    }),
  }
}
