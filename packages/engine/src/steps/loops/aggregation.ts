import type { Aggregation, MultiInstance } from '@millrace/bpmn'
import { runIndexOf } from '../../state/data/element-data.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { fromPlain } from '../../state/value.ts'
import { getElementInstance, type Step } from '../../step.ts'
import { evaluate } from '../expressions/evaluate.ts'
import { occasionOf } from '../expressions/occasion.ts'
import {
  findLocalVariable,
  type Place,
  plainValue,
  readVariable,
  setLocalVariable,
  setVariable,
} from '../variables/variables.ts'

/**
 * Results are kept in lists of so many, so that a run writes no more at the end of many runs than at their beginning.
 */
const resultsOfPart = 100

/** Stores the result of a run by its index, for Flowable's `variableAggregation` and BPMN's `loopDataOutputRef`. */
export function keepResult(step: Step, loop: MultiInstance, run: ElementInstance): void {
  const body = getElementInstance(step, run.parentId)
  const index = runIndexOf(run)
  for (const aggregation of loop.aggregations) {
    const name = nameOfPart(aggregation, Math.floor(index / resultsOfPart))
    const part = readPart(step, body, name) ?? []
    part[index % resultsOfPart] = readResult(step, aggregation, run)
    setLocalVariable(step, scopeOf(body), body.id, name, fromPlain(part))
    if (aggregation.createOverview) setTarget(step, aggregation, body)
  }
}

/** Combines the results of all runs into a list in the enclosing scope, at the end of the body. */
export function aggregateResults(step: Step, loop: MultiInstance, body: ElementInstance): void {
  for (const aggregation of loop.aggregations) setTarget(step, aggregation, body)
}

function readResult(step: Step, { item, variables }: Aggregation, run: ElementInstance): unknown {
  const read = (source: (typeof variables)[number]['source']) =>
    typeof source === 'string' ? (readVariable(step, run.id, source) ?? null) : evaluate(step, occasionOf(run), source)
  if (item !== null) return { item: read(item) }
  return Object.fromEntries(variables.map(({ source, target }) => [target, read(source)]))
}

/** The results in the order of the runs, without those that were cancelled. */
function setTarget(step: Step, aggregation: Aggregation, body: ElementInstance): void {
  const { target, targetExpression, storeAsTransient, item } = aggregation
  const kept = listParts(step, body, aggregation).flat()
  const results = kept.filter((result) => result !== null && result !== undefined)
  const list = fromPlain(item === null ? results : results.map((result) => (result as { item: unknown }).item))
  const name = targetExpression === null ? target : String(evaluate(step, occasionOf(body), targetExpression))
  const value = storeAsTransient ? { ...list, info: { ...list.info, transient: true } } : list
  setVariable(step, { ...scopeOf(body), scopeId: body.parentId }, name, value)
}

function listParts(step: Step, body: ElementInstance, aggregation: Aggregation): unknown[][] {
  const count = Math.ceil(Number(readVariable(step, body.id, 'nrOfInstances') ?? 0) / resultsOfPart)
  return Array.from({ length: count }, (_, at) => readPart(step, body, nameOfPart(aggregation, at)) ?? [])
}

function readPart(step: Step, body: ElementInstance, name: string): unknown[] | null {
  const variable = findLocalVariable(step, body.id, name)
  const value = variable === undefined ? null : plainValue(step, variable)
  return Array.isArray(value) ? value : null
}

/** Returns the name of a list of results, a variable of the body. */
function nameOfPart({ target, targetExpression }: Aggregation, part: number): string {
  return `__aggregation_${targetExpression?.text ?? target}_${part}`
}

function scopeOf(body: ElementInstance): Place {
  return { scopeId: body.id, instanceId: body.instanceId, elementInstanceId: body.id }
}
