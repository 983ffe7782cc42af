import type { MultiInstance } from '@millrace/bpmn'
import type { LoopBehavior, LoopBody } from '../../behavior.ts'
import { exceed } from '../../fail-budget.ts'
import { runIndexOf } from '../../state/data/element-data.ts'
import { noNotes } from '../../state/data/job-data.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { fromPlain } from '../../state/value.ts'
import { fail, getElementInstance, getInstance, type Step } from '../../step.ts'
import { detailOf, evaluate, evaluateCondition } from '../expressions/evaluate.ts'
import { occasionOf } from '../expressions/occasion.ts'
import { describe } from '../expressions/seen.ts'
import { createJob } from '../jobs/jobs.ts'
import { cancelRuns } from '../life/cancel.ts'
import { arrivalOf } from '../life/create-instance.ts'
import { beginRun, waitBefore } from '../life/enter.ts'
import { readVariable, setLocalVariable } from '../variables/variables.ts'
import { keepResult } from './aggregation.ts'
import { readCollection } from './collection.ts'
import { completeBody } from './complete-body.ts'

type Body = LoopBody<MultiInstance>

/**
 * The multi-instance loop (BPMN 2.0, 13.3.7): one run for each item of a collection, or the number of runs given by the
 * cardinality.
 */
export const multiInstance: LoopBehavior<MultiInstance> = {
  onEnter: startMultiInstance,
  onRunEnd: continueMultiInstance,
  onMoreRuns: makeMoreRuns,
  onRunBegin: setRunVariables,
  onRunDone: keepResult,
}

function startMultiInstance(step: Step, within: Body): void {
  const { loop, body } = within
  const count = loop.collection === null ? readCardinality(step, within) : readCollection(step, loop, body).length
  if (count === 0) {
    completeBody(step, within)
    return
  }
  if (count > step.budgets.loopRuns) exceed(step, 'loopRuns', `${count}`, { element: body })
  const active = loop.isSequential ? 1 : Math.min(count, step.budgets.loopPortion)
  setCounters(step, body, { nrOfInstances: count, nrOfActiveInstances: active, nrOfCompletedInstances: 0 })
  makeRuns(step, within, { from: 0, to: active })
}

/** Creates further runs in a job, because there are more than one step may create. */
function makeMoreRuns(step: Step, within: Body, from: number): void {
  const { loop, body } = within
  const left = readCounter(step, body, 'nrOfInstances') - from
  const more = loop.isSequential ? 1 : Math.min(left, step.budgets.loopPortion)
  setCounters(step, body, { nrOfActiveInstances: readCounter(step, body, 'nrOfActiveInstances') + more })
  makeRuns(step, within, { from, to: from + more })
}

function makeRuns(step: Step, within: Body, { from, to }: { readonly from: number; readonly to: number }): void {
  const { loop, body } = within
  const count = readCounter(step, body, 'nrOfInstances')
  allowRuns(step, body, Math.min(count - from, step.budgets.loopPortion))
  if (loop.isSequential) startRun(step, within, from)
  else {
    for (let index = to - 1; index >= from; index--) scheduleRun(step, within, index)
    if (to < count) makeRunsLater(step, within, to)
  }
}

function makeRunsLater(step: Step, { loop, body }: Body, next: number): void {
  createJob(step, body, { kind: 'runs', data: { next, ...noNotes }, async: loop.async })
}

/** A run has completed: the next one begins, or the body is done. */
function continueMultiInstance(step: Step, within: Body, run: ElementInstance): void {
  const { loop, body } = within
  const total = readCounter(step, body, 'nrOfInstances')
  const completed = readCounter(step, body, 'nrOfCompletedInstances') + 1
  setCounters(step, body, { nrOfCompletedInstances: completed })
  if (!loop.isSequential)
    setCounters(step, body, { nrOfActiveInstances: readCounter(step, body, 'nrOfActiveInstances') - 1 })
  if (completed >= total || isMetBy(step, within, run)) {
    if (completed < total) cancelRuns(step, body.id)
    completeBody(step, within)
  } else if (loop.isSequential) followRun(step, within, runIndexOf(run) + 1)
}

/** Runs that wait for nothing would all be of one step. */
function followRun(step: Step, within: Body, next: number): void {
  const made = (step.runsMade.get(within.body.id) ?? 1) + 1
  if (made > step.budgets.loopPortion) {
    setCounters(step, within.body, { nrOfActiveInstances: 0 })
    makeRunsLater(step, within, next)
    return
  }
  step.runsMade.set(within.body.id, made)
  startRun(step, within, next)
}

/** The completion condition sees the counters of the body, and what the run that has just completed was for. */
function isMetBy(step: Step, { loop, body }: Body, run: ElementInstance): boolean {
  const { completionCondition: condition, elementVariable } = loop
  if (condition === null) return false
  // Reading the collection costs as much as it is long.
  const readsItem = elementVariable !== null && condition.text.includes(elementVariable)
  const extra = runValues(step, readsItem ? loop : { ...loop, elementVariable: null }, run)
  return evaluateCondition(step, occasionOf(body, { extra }), condition)
}

const operationsOfRun = 100

/**
 * Many runs are no sign of a loop that never ends, so they raise the step limit: each activity once, by the most runs
 * that it has had, or going round with it would never come to the limit.
 */
function allowRuns(step: Step, body: ElementInstance, count: number): void {
  const runs = count * countAround(step, body)
  const key = keyOf(step, body)
  const before = step.allowedRuns.get(key) ?? 0
  if (runs <= before) return
  step.allowedRuns.set(key, runs)
  step.operationsLeft += (runs - before) * operationsOfRun
}

/** Runs of the multi-instance activities around, each times those around it. One that calls itself ends the count. */
function countAround(step: Step, inner: ElementInstance): number {
  const own = keyOf(step, inner)
  let count = 1
  let id: string | null = inner.parentId
  while (id !== null) {
    const element = step.state.elements.get(id)
    if (element?.loop === 'body') {
      if (keyOf(step, element) === own) return count
      count *= Math.max(1, readCounter(step, element, 'nrOfInstances'))
    }
    id = element?.parentId ?? step.state.instances.get(id)?.callerElementId ?? null
  }
  return count
}

const keyOf = (step: Step, { instanceId, elementId }: ElementInstance) =>
  `${getInstance(step, instanceId).definitionId} ${elementId}`

/**
 * Counts an additional run of a multi-instance activity, or the first one if the activity was entered for it. The
 * caller starts the run.
 * @returns its index.
 */
export function countOneMore(step: Step, body: ElementInstance): number {
  const index = readCounter(step, body, 'nrOfInstances')
  setCounters(step, body, {
    nrOfInstances: index + 1,
    nrOfActiveInstances: readCounter(step, body, 'nrOfActiveInstances') + 1,
    nrOfCompletedInstances: readCounter(step, body, 'nrOfCompletedInstances'),
  })
  return index
}

/** Counts one run less, after a run of a multi-instance activity was cancelled. */
export function countOneLess(step: Step, body: ElementInstance): void {
  setCounters(step, body, {
    nrOfInstances: readCounter(step, body, 'nrOfInstances') - 1,
    nrOfActiveInstances: readCounter(step, body, 'nrOfActiveInstances') - 1,
  })
}

function scheduleRun(step: Step, within: Body, index: number): void {
  step.agenda.push({ scopeId: within.body.id, run: () => startRun(step, within, index) })
}

/** Begins a run of a multi-instance activity that is already counted. */
export function startRun(step: Step, { definition, element, loop, body }: Body, index: number): void {
  const arrival = {
    ...arrivalOf(definition, body),
    scopeId: body.id,
    tokenId: body.executionId,
    data: { kind: 'run', index } as const,
  }
  if (loop.async.before) waitBefore(step, element, arrival, 'run')
  else beginRun(step, element, arrival, (run) => setRunVariables(step, loop, run))
}

/** The index of a run and its item of the collection, as variables of the run. */
function setRunVariables(step: Step, loop: MultiInstance, run: ElementInstance): void {
  const { place } = occasionOf(run)
  for (const [name, value] of Object.entries(runValues(step, loop, run)))
    setLocalVariable(step, place, run.id, name, fromPlain(value))
}

function runValues(step: Step, loop: MultiInstance, run: ElementInstance): Record<string, unknown> {
  const index = runIndexOf(run)
  const counter = { [loop.indexVariable ?? 'loopCounter']: index }
  if (loop.elementVariable === null || loop.collection === null) return counter
  const items = readCollection(step, loop, getElementInstance(step, run.parentId))
  return { ...counter, [loop.elementVariable]: items[index] }
}

function readCardinality(step: Step, { loop, body }: Body): number {
  const value = loop.cardinality === null ? null : evaluate(step, occasionOf(body), loop.cardinality)
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof count === 'bigint') return Number(count)
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0) return count
  return fail(
    'engine.value-invalid',
    `Expected the number of instances of ${body.elementId} to be a whole number of 0 or more, but “${loop.cardinality?.text ?? ''}” gave ${describe(value)}.`,
    {
      element: body,
      detail: loop.cardinality === null ? null : detailOf(step, occasionOf(body), loop.cardinality, value),
    },
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
