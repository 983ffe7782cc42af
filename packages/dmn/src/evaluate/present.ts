import { type FeelValue, fromFeel } from '@millrace/expressions'
import type { Match, TableResult } from '../compile/table.ts'
import type { Decision, DecisionTable } from '../model.ts'
import type { EvaluatedDecision, EvaluatedInput, MatchedRule } from '../trace.ts'

type Dates = 'local' | 'zoned'

/** What one decision did, in plain values. */
export function presentEvaluated(
  decision: Decision,
  { table, result, dates = 'zoned' }: { table: TableResult | null; result: FeelValue; dates?: Dates },
): EvaluatedDecision {
  const { logic } = decision
  const base = { decisionId: decision.id, decisionName: decision.name, result: fromFeel(result, { dates }) }
  if (!table || logic?.kind !== 'table') {
    return { ...base, kind: logic?.kind ?? null, hitPolicy: null, aggregation: null, inputs: [], rules: [] }
  }
  const { hitPolicy, aggregation } = logic
  return {
    ...base,
    kind: 'table',
    hitPolicy,
    aggregation,
    inputs: presentInputs(logic, table.inputs, dates),
    rules: table.matches.map((match) => presentRule(logic, match, dates)),
  }
}

function presentInputs(table: DecisionTable, values: readonly FeelValue[], dates: Dates): EvaluatedInput[] {
  return table.inputs.map(({ id, label, expression, typeRef }, index) => ({
    id,
    typeRef,
    name: label ?? expression?.text ?? '',
    value: fromFeel(values[index] ?? null, { dates }),
  }))
}

function presentRule(table: DecisionTable, match: Match, dates: Dates): MatchedRule {
  return {
    id: table.rules[match.index]?.id ?? null,
    order: match.index + 1,
    outputs: table.outputs.flatMap(({ id, label, name, typeRef }, index) => {
      const value = match.outputs[index]
      if (value === undefined) return []
      return [{ id, name: label ?? name ?? '', variableName: name ?? '', typeRef, value: fromFeel(value, { dates }) }]
    }),
  }
}
