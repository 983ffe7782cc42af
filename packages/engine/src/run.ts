import { OutOfAllowance } from '@millrace/expressions'
import type { Command } from './commands/command.ts'
import { carryOut } from './commands/index.ts'
import { behaviors } from './elements/index.ts'
import { failureOf } from './fail-budget.ts'
import { type Failure, NeedsMore, type Outcome, RaisedError, Refused, StepFailure } from './outcome.ts'
import { createState, type InstanceState, type LoadedRows } from './state/instance-state.ts'
import { UnstorableValue } from './state/value.ts'
import { createStep, isOpenScope, type Operation, type RunContext, type Step } from './step.ts'
import { checkConditions } from './steps/events/conditions.ts'
import { throwRaised } from './steps/events/throw-error.ts'
import { triggerEvent } from './steps/events/trigger.ts'
import { checkJoins } from './steps/flows/joins.ts'
import { hideInFailure } from './steps/restricted/hide-restricted.ts'
import { dropTransient } from './steps/variables/variables.ts'

/**
 * Carries out one command on the rows of one root: decides, without doing anything outside. The same rows, command and
 * context give the same events, so a run that needed more can be repeated from the start.
 */
export function run(rows: LoadedRows, command: Command, context: RunContext): Outcome & { state?: InstanceState } {
  return runOn(createState(rows), command, context)
}

/** Runs a command like `run`, on an unchanged state that the run then owns: discard it when the run fails. */
export function runOn(
  state: InstanceState,
  command: Command,
  context: RunContext,
): Outcome & { state?: InstanceState } {
  const step = createStep(state, context, behaviors)
  try {
    catchRaised(step, () => carryOut(step, command))
    workOff(step)
    dropTransient(step)
    return { kind: 'done', events: step.events, effects: step.effects, result: step.result, state }
  } catch (error) {
    if (error instanceof NeedsMore) return { kind: 'needs', need: error.need }
    if (error instanceof Refused) return { kind: 'refused', refusal: error.refusal }
    if (error instanceof StepFailure) return failedWith(step, error.failure)
    return endAtLast(step, error)
  }
}

/**
 * Ends a run with an error whose position is unknown, at the element that was entered last: a budget was used up
 * between elements, a value cannot be stored, or data is nested too deeply for the stack. Throws any other error, which
 * is a bug.
 */
function endAtLast(step: Step, error: unknown): Outcome {
  const { lastEntered, budgets } = step
  if (error instanceof OutOfAllowance && error.limit === 'inline') return { kind: 'exceeds' }
  const at = lastEntered ?? {}
  if (error instanceof UnstorableValue) return failedWith(step, unstorable(error, lastEntered))
  if (error instanceof OutOfAllowance) return failedWith(step, failureOf(error.limit, error, at))
  if (!(error instanceof RangeError && /call stack/i.test(error.message))) throw error
  const tooDeep = { most: budgets.valueDepth, message: 'Expected data that nests less deep, but the stack overflowed.' }
  return { kind: 'failed', failure: failureOf('valueDepth', tooDeep, at) }
}

/** Ends a run with a failure, whose texts have no restricted values. The names may have to be loaded for it. */
function failedWith(step: Step, failure: Failure): Outcome {
  try {
    return { kind: 'failed', failure: hideInFailure(step, failure) }
  } catch (error) {
    if (error instanceof NeedsMore) return { kind: 'needs', need: error.need }
    throw error
  }
}

function unstorable({ message }: UnstorableValue, at: Step['lastEntered']): Failure {
  const { elementId = null, instanceId = null } = at ?? {}
  return { code: 'engine.value-invalid', message, elementId, elementInstanceId: null, instanceId, detail: null }
}

/**
 * Until nothing is left: what changed variables set off comes first, then the agenda, then joins that others left
 * alone.
 */
function workOff(step: Step): void {
  for (;;) {
    if (step.variableChanges.length > 0) catchRaised(step, () => checkConditions(step))
    const operation = step.agenda.pop()
    step.agendaBefore = step.agenda.length
    if (operation !== undefined) {
      step.meter.charge(UNITS_OF_OPERATION)
      if (isOpenScope(step, operation.scopeId)) catchRaised(step, () => perform(step, operation))
    } else if (step.joinsToCheck.size > 0) checkJoins(step)
    else if (step.variableChanges.length === 0) return
  }
}

/** To take one thing from the agenda. */
const UNITS_OF_OPERATION = 4

function perform(step: Step, operation: Operation): void {
  if ('run' in operation) operation.run()
  else triggerEvent(step, operation.happens.source, operation.happens.variables)
  if (operation.changesAfter !== undefined) step.variableChanges.push(...operation.changesAfter)
}

/**
 * Errors that expressions, scripts and listeners raise end what raised them and look for an event that catches them.
 */
function catchRaised(step: Step, run: () => void): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof RaisedError)) throw error
    throwRaised(step, error)
  }
}
