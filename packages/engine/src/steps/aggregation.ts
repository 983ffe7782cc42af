import type { ExpressionText, MultiInstance } from '@millrace/bpmn'
import type { ElementInstance } from '../state/rows.ts'
import { fromPlain, toPlain } from '../state/value.ts'
import { getElementInstance, type Step } from '../step.ts'
import { evaluate, occasionOf } from './evaluate.ts'
import { findLocalVariable, loadedValue, type Place, readVariable, setLocalVariable, setVariable } from './variables.ts'

const store = (target: string) => `__aggregation_${target}`

/** Flowable's `variableAggregation`: keeps what a run leaves behind, by its index. */
export function keepResult(step: Step, loop: MultiInstance, run: ElementInstance): void {
  if (loop.aggregations.length === 0) return
  const body = getElementInstance(step, run.parentId)
  const place = placeOf(body)
  for (const aggregation of loop.aggregations) {
    const result = Object.fromEntries(
      aggregation.variables.map(({ source, target }) => [
        target,
        typeof source === 'string' ? (readVariable(step, run.id, source) ?? null) : evaluateSource(step, run, source),
      ]),
    )
    const kept = readKept(step, body, aggregation.target)
    kept[Number(run.data?.index ?? kept.length)] = result
    setLocalVariable(step, place, body.id, store(aggregation.target), fromPlain(kept))
  }
}

/** At the end of the body: what the runs left becomes a list in the scope around. */
export function aggregateResults(step: Step, loop: MultiInstance, body: ElementInstance): void {
  for (const aggregation of loop.aggregations) {
    const kept = readKept(step, body, aggregation.target).filter((item) => item !== null && item !== undefined)
    const name =
      aggregation.targetExpression === null
        ? aggregation.target
        : String(evaluate(step, occasionOf(body), aggregation.targetExpression))
    setVariable(step, { ...placeOf(body), scopeId: body.parentId }, name, fromPlain(kept))
  }
}

function evaluateSource(step: Step, run: ElementInstance, source: ExpressionText): unknown {
  return evaluate(step, occasionOf(run), source)
}

function readKept(step: Step, body: ElementInstance, target: string): unknown[] {
  const variable = findLocalVariable(step, body.id, store(target))
  const value = variable === undefined ? [] : toPlain(loadedValue(variable))
  return Array.isArray(value) ? value : []
}

function placeOf(body: ElementInstance): Place {
  return { scopeId: body.id, instanceId: body.instanceId, elementInstanceId: body.id }
}
