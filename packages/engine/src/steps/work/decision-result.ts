import type { DecisionCall } from '@millrace/bpmn'
import type { DecisionResult } from '@millrace/dmn'
import type { ElementInstance } from '../../state/rows.ts'
import { fail } from '../../step.ts'

/**
 * Maps a decision result to one variable, as Camunda does. A decision table returns a list of rule results, each a map
 * of output names to values; other decisions return one value.
 */
export function mapDecisionResult(result: DecisionResult, call: DecisionCall, instance: ElementInstance): unknown {
  const rules = rulesOf(result)
  switch (call.mapResult) {
    case 'singleEntry':
      return singleEntry(single(rules, call, instance), call, instance)
    case 'singleResult':
      return single(rules, call, instance)
    case 'collectEntries':
      return rules.map((rule) => singleEntry(rule, call, instance))
    case 'resultList':
      return rules
    default:
      return call.mapResult satisfies never
  }
}

type Rule = Readonly<Record<string, unknown>>

function rulesOf(result: DecisionResult): readonly Rule[] {
  return result
}

function single(rules: readonly Rule[], call: DecisionCall, instance: ElementInstance): Rule | null {
  const [first] = rules
  if (rules.length <= 1) return first ?? null
  return fail(
    'engine.decision-failed',
    `Expected one result of the decision “${call.ref.text}” for ${call.mapResult}, but ${rules.length} rules gave one.`,
    {
      element: instance,
    },
  )
}

function singleEntry(rule: Rule | null, call: DecisionCall, instance: ElementInstance): unknown {
  if (rule === null) return null
  const values = Object.values(rule)
  if (values.length <= 1) return values[0] ?? null
  return fail(
    'engine.decision-failed',
    `Expected one output of the decision “${call.ref.text}” for ${call.mapResult}, but a rule gives ${values.length}.`,
    {
      element: instance,
    },
  )
}
