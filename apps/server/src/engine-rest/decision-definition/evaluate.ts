import type { DecisionTrace } from '@millrace/dmn'
import type { PlainVariable } from '@millrace/engine'
import { evaluateDecision } from '../../operations/decisions/evaluate-decision.ts'
import { bodyOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { failed, invalid, notFound } from '../http/rest-refusal.ts'
import { presentTyped } from '../values/present-value.ts'
import { readVariables, ValueFault } from '../values/read-value.ts'
import { typeDecisionValue } from './decision-values.ts'
import { getDecision } from './find-decision.ts'

/** `POST …/evaluate`: returns the result of each rule that applies. Missing variables are null. */
export async function evaluateByRequest(call: Call): Promise<unknown[]> {
  const row = await getDecision(call, (id) =>
    notFound(
      `Cannot evaluate decision ${id}: no deployed decision definition found with id '${id}': decisionDefinition is null`,
      0,
    ),
  )
  const variables = readTyped(bodyOf(call).variables)
  const outcome = await evaluateDecision(call.context, call.request, { id: row.id, variables })
  const { result, trace } = orThrow(outcome, {
    gone: () => notFound(`no deployed decision definition found with id '${row.id}': decisionDefinition is null`, 0),
    answers: { 'process.refused': ({ message }) => failed(400, `Cannot evaluate decision ${row.id}: ${message}`) },
  })
  const typeRefs = typesOf(trace)
  return result.map((rule) =>
    Object.fromEntries(
      Object.entries(rule).map(([name, value]) => [
        name,
        presentTyped(typeDecisionValue(value, typeRefs.get(name) ?? null)),
      ]),
    ),
  )
}

function readTyped(given: unknown): PlainVariable[] {
  try {
    return readVariables(given)
  } catch (error) {
    throw error instanceof ValueFault ? invalid(error.message) : error
  }
}

/** The types that the columns of the decision itself name. */
function typesOf(trace: DecisionTrace): Map<string, string | null> {
  const outputs = trace.decisions.at(-1)?.rules.flatMap((rule) => rule.outputs) ?? []
  return new Map(outputs.map(({ variableName, typeRef }) => [variableName, typeRef]))
}
