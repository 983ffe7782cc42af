import type { MultiInstance } from '@millrace/bpmn'
import type { ElementInstance } from '../state/rows.ts'
import { fromPlain } from '../state/value.ts'
import { fail, getElementInstance, type Step } from '../step.ts'
import { cancelChildren } from './cancel.ts'
import { readCollection } from './collection.ts'
import { arrivalOf, beginRun, waitBefore } from './enter.ts'
import { evaluate, evaluateCondition, occasionOf } from './evaluate.ts'
import { completeBody, type LoopBody } from './loops.ts'
import { describe } from './seen.ts'
import { readVariable, setLocalVariable } from './variables.ts'

type Body = LoopBody<MultiInstance>

/** BPMN 2.0, 13.3.7: one run for each item of a collection, or as many as the cardinality says. */
export function startMultiInstance(step: Step, within: Body): void {
  const { loop, body } = within
  const count = loop.collection === null ? readCardinality(step, within) : readCollection(step, loop, body).length
  if (count === 0) {
    completeBody(step, within)
    return
  }
  // Many runs are no sign of a loop that never ends.
  step.operationsLeft += count * 100
  const active = loop.isSequential ? 1 : count
  setCounters(step, body, { nrOfInstances: count, nrOfActiveInstances: active, nrOfCompletedInstances: 0 })
  if (loop.isSequential) startRun(step, within, 0)
  else for (let index = count - 1; index >= 0; index--) scheduleRun(step, within, index)
}

/** A run has completed: the next one begins, or the body is done. */
export function continueMultiInstance(step: Step, within: Body, run: ElementInstance): void {
  const { loop, body } = within
  const total = readCounter(step, body, 'nrOfInstances')
  const completed = readCounter(step, body, 'nrOfCompletedInstances') + 1
  setCounters(step, body, { nrOfCompletedInstances: completed })
  if (!loop.isSequential)
    setCounters(step, body, { nrOfActiveInstances: readCounter(step, body, 'nrOfActiveInstances') - 1 })
  const isDone =
    completed >= total ||
    (loop.completionCondition !== null && evaluateCondition(step, occasionOf(body), loop.completionCondition))
  if (isDone) {
    if (completed < total) cancelChildren(step, body.id)
    completeBody(step, within)
  } else if (loop.isSequential) startRun(step, within, Number(run.data?.index ?? 0) + 1)
}

function scheduleRun(step: Step, within: Body, index: number): void {
  step.agenda.push({ scopeId: within.body.id, run: () => startRun(step, within, index) })
}

function startRun(step: Step, { definition, element, loop, body }: Body, index: number): void {
  const arrival = { ...arrivalOf(definition, body), scopeId: body.id, tokenId: body.executionId, data: { index } }
  if (loop.async.before) waitBefore(step, element, arrival, 'run')
  else beginRun(step, element, arrival, (run) => setRunVariables(step, loop, run))
}

/** The index of a run and its item of the collection, as variables of the run. */
export function setRunVariables(step: Step, loop: MultiInstance, run: ElementInstance): void {
  const index = Number(run.data?.index ?? 0)
  const { place } = occasionOf(run)
  setLocalVariable(step, place, run.id, loop.indexVariable ?? 'loopCounter', fromPlain(index))
  if (loop.elementVariable === null || loop.collection === null) return
  const items = readCollection(step, loop, getElementInstance(step, run.parentId))
  setLocalVariable(step, place, run.id, loop.elementVariable, fromPlain(items[index]))
}

function readCardinality(step: Step, { loop, body }: Body): number {
  const value = loop.cardinality === null ? null : evaluate(step, occasionOf(body), loop.cardinality)
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof count === 'bigint') return Number(count)
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0) return count
  return fail(
    'engine.value-invalid',
    `Expected the number of instances of ${body.elementId} to be a whole number of 0 or more, but “${loop.cardinality?.text ?? ''}” gave ${describe(value)}.`,
    { element: body },
  )
}

type Counter = 'nrOfInstances' | 'nrOfActiveInstances' | 'nrOfCompletedInstances'

function readCounter(step: Step, body: ElementInstance, name: Counter): number {
  return Number(readVariable(step, body.id, name) ?? 0)
}

function setCounters(step: Step, body: ElementInstance, values: Readonly<Partial<Record<Counter, number>>>): void {
  const { place } = occasionOf(body)
  for (const [name, value] of Object.entries(values)) setLocalVariable(step, place, body.id, name, fromPlain(value))
}
