import type { EvaluatedDecisionRow } from '@millrace/contract'
import type { EvaluatedDecision } from '@millrace/dmn'
import { type Definition, toJson } from '@millrace/engine'
import { hidingFrom } from '../../platform/auth/restricted.ts'
import type { Person } from '../../platform/auth/user.ts'
import { hideInDecision } from './hide-in-decision.ts'

/** Characters of a value that are shown. */
const shownLength = 2_000

/** An evaluation of a decision in the format of the history. */
export interface EvaluationRow {
  readonly id: string
  readonly at: Date
  readonly element_id: string | null
  readonly element_key: string | null
  readonly decisions: readonly EvaluatedDecision[]
}

/**
 * Returns the decisions of an evaluation in the order of their evaluation: required decisions first.
 *
 * @param user the reader, for whom restricted values are left out.
 */
export function presentEvaluation(
  { id, at, element_id, element_key, decisions: evaluated }: EvaluationRow,
  definition: Definition | null,
  user: Person,
): EvaluatedDecisionRow[] {
  const isHidden = hidingFrom(user)
  const decisions = evaluated.map((one) => hideInDecision(one, (name) => isHidden(name, definition?.key ?? null)))
  const element = element_key === null ? undefined : definition?.model.elements[element_key]
  return decisions.map(({ decisionId, decisionName, hitPolicy, aggregation, inputs, rules, result }, index) => ({
    id: `${id}:${index}`,
    evaluationId: id,
    at: at.toISOString(),
    elementId: element_key,
    elementName: element?.name ?? null,
    activityId: element_id,
    key: decisionId,
    name: decisionName,
    hitPolicy,
    aggregation,
    inputs: inputs.map(({ name, value }) => ({ name, text: textOf(value) })),
    rules: rules.map((rule) => ({
      id: rule.id,
      order: rule.order,
      outputs: rule.outputs.map(({ name, value }) => ({ name, text: textOf(value) })),
    })),
    result: textOf(result),
  }))
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return (typeof value === 'string' ? value : toJson(value)).slice(0, shownLength)
}
