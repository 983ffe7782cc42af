import { type DecisionTrace, evaluateDecision } from '@millrace/dmn'
import { compileForeign, type DecisionDefinition, type PlainVariable, toPlain } from '@millrace/engine'
import { fetchDecision, sourcesFor } from '../../runtime/definitions/definitions.ts'
import { decisionStatement } from '../../runtime/history/record-decision.ts'
import { bodyOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { failed, invalid, notFound } from '../http/rest-refusal.ts'
import { presentTyped } from '../values/present-value.ts'
import { readVariables, ValueFault } from '../values/read-value.ts'
import type { DecisionRow } from './decision-query.ts'
import { typeDecisionValue } from './decision-values.ts'
import { getDecision } from './find-decision.ts'

/** `POST …/evaluate`: the result of each rule that counts. A variable that is missing is null. */
export async function evaluateByRequest(call: Call): Promise<unknown[]> {
  const row = await getDecision(call, (id) =>
    notFound(
      `Cannot evaluate decision ${id}: no deployed decision definition found with id '${id}': decisionDefinition is null`,
      0,
    ),
  )
  const variables = readTyped(bodyOf(call).variables)
  const decision = await loadDecision(call, row)
  const context = Object.fromEntries(variables.map(({ name, value }) => [name, toPlain(value)]))
  const outcome = evaluateDecision(decision.model, {
    decisionId: decision.key,
    context,
    mode: 'camunda',
    compileForeign,
    now: call.runtime.clock(),
  })
  if (!outcome.ok) throw failed(400, `Cannot evaluate decision ${row.id}: ${outcome.problem.message}`)
  const { runtime, actor } = call
  await runtime.db.withTransaction(actor, (tx) =>
    tx.commit([decisionStatement(runtime, actor, { decisionId: row.id, trace: outcome.trace })]),
  )
  const typeRefs = typesOf(outcome.trace)
  return outcome.result.map((rule) =>
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

async function loadDecision(call: Call, { id }: DecisionRow): Promise<DecisionDefinition> {
  const { workplaceId } = call.actor
  const sources = sourcesFor(call.runtime, workplaceId)
  const ref = { by: 'id', id } as const
  if (sources.decision(ref) === undefined)
    await call.runtime.db.read(call.actor, (tx) => fetchDecision(call.runtime, tx, workplaceId, sources, ref))
  const decision = sources.decision(ref)
  if (decision === null || decision === undefined)
    throw notFound(`no deployed decision definition found with id '${id}': decisionDefinition is null`, 0)
  return decision
}

/** The types that the columns of the decision itself name. */
function typesOf(trace: DecisionTrace): Map<string, string | null> {
  const outputs = trace.decisions.at(-1)?.rules.flatMap((rule) => rule.outputs) ?? []
  return new Map(outputs.map(({ variableName, typeRef }) => [variableName, typeRef]))
}
