import type { EvaluatedDecision, EvaluatedInput, MatchedRule } from '@millrace/dmn'
import type { DecisionInputRow, DecisionOutputRow, DecisionRow } from '../source/read-decisions.ts'
import { translateValue } from './values.ts'

interface EvaluationRows {
  readonly inputs: readonly DecisionInputRow[]
  readonly outputs: readonly DecisionOutputRow[]
  readonly bytes: ReadonlyMap<string, Buffer>
}

/** Translates one evaluated decision. Camunda stores no hit policy with it, only the number of an aggregation. */
export function translateEvaluation(row: DecisionRow, { inputs, outputs, bytes }: EvaluationRows): EvaluatedDecision {
  const plain = (one: DecisionInputRow | DecisionOutputRow) => {
    const { value } = translateValue({
      ...one,
      type: one.var_type_,
      bytes: bytes.get(one.bytearray_id_ ?? '') ?? null,
    })
    // The trace is JSON, which has neither large numbers nor bytes.
    return typeof value === 'bigint' || value instanceof Uint8Array ? String(value) : value
  }
  const rules = rulesOf(outputs, plain)
  const collected = row.collect_value_
  const [output] = outputs
  const isTable = outputs.length === 0 || outputs.some(({ rule_id_ }) => rule_id_ !== null)
  const results = isTable
    ? rules.map((rule) => Object.fromEntries(rule.outputs.map(({ variableName, value }) => [variableName, value])))
    : [Object.fromEntries(outputs.map((one) => [one.var_name_ ?? '', plain(one)]))]
  return {
    decisionId: row.dec_def_key_,
    decisionName: row.dec_def_name_ ?? row.dec_def_key_,
    kind: isTable ? 'table' : 'literal',
    hitPolicy: null,
    aggregation: null,
    inputs: inputs.map(
      (one): EvaluatedInput => ({
        id: one.clause_id_,
        name: one.clause_name_ ?? '',
        typeRef: one.var_type_,
        value: plain(one),
      }),
    ),
    rules,
    result: collected === null ? results : [{ [output?.var_name_ ?? '']: collected }],
  }
}

function rulesOf(
  outputs: readonly DecisionOutputRow[],
  plain: (value: DecisionOutputRow) => unknown,
): readonly MatchedRule[] {
  const byRule = Map.groupBy(
    outputs.filter(({ rule_id_ }) => rule_id_ !== null),
    ({ rule_order_, rule_id_ }) => `${rule_order_} ${rule_id_}`,
  )
  return [...byRule.values()]
    .map(
      (some): MatchedRule => ({
        id: some[0]?.rule_id_ ?? null,
        order: some[0]?.rule_order_ ?? 0,
        outputs: some.map((one) => ({
          id: one.clause_id_,
          name: one.clause_name_ ?? one.var_name_ ?? '',
          variableName: one.var_name_ ?? '',
          typeRef: one.var_type_,
          value: plain(one),
        })),
      }),
    )
    .sort((a, b) => a.order - b.order)
}
