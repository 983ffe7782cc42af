import type { Command } from '../commands/command.ts'
import type { Sources } from '../definition.ts'
import { type Effect, type Failure, NeedsMore } from '../outcome.ts'
import { runOn } from '../run.ts'
import type { Event } from '../state/events.ts'
import { forkState, keepRun } from '../state/keep-run.ts'
import type { Job } from '../state/rows.ts'
import { presentTrial } from './present.ts'
import type { TrialFailure, TrialOutcome } from './result.ts'
import { missing, withStandIn } from './stand-ins.ts'
import type { TrialPlace, TrialStep } from './steps.ts'
import { commandsOf } from './to-commands.ts'
import { createTrial, definitionOf, isSamePlace, listAll, type Trial, type TrialInput, trialRootId } from './trial.ts'
import { isTimer } from './waiting.ts'

/** Jobs and timers that one step may set off before the process has to rest. */
const maxJobs = 1_000
const maxTimers = 1_000

/**
 * Tries a process: carries out steps one after the other on rows in memory. Nothing is sent, and the user does the work
 * of workers and services by a step. Clock and ids follow from the steps: the same steps give the same result.
 */
export function runTrial(input: TrialInput): TrialOutcome {
  const trial = createTrial(input)
  let failure: TrialFailure | null = null
  try {
    for (const [index, step] of input.steps.entries()) {
      trial.step.index = index
      failure = takeStep(trial, step)
      if (failure !== null) break
    }
    return { kind: 'done', result: presentTrial(trial, failure) }
  } catch (error) {
    if (error instanceof NeedsMore) return { kind: 'needs', need: error.need }
    throw error
  }
}

function takeStep(trial: Trial, step: TrialStep): TrialFailure | null {
  if (step.kind === 'start') {
    if (trial.status !== 'new') return failed(trial, 'trial.started', 'Expected one start, but the process has begun.')
    trial.now = new Date(step.at)
    trial.userId = step.userId
  } else if (trial.status === 'new')
    return failed(trial, 'trial.not-started', 'Expected a started process, but it was not started yet.')
  if (step.kind === 'clock') return moveClock(trial, new Date(step.to))
  if (step.kind === 'timer') return fireTimer(trial, step.place)
  const commands = commandsOf(trial, step)
  if (commands === null) {
    const element = 'place' in step ? step.place.element : null
    return {
      ...failed(trial, 'trial.not-waiting', `Expected ${element ?? 'something'} to wait for that, but it does not.`),
      element,
    }
  }
  const who = trial.userId
  if (step.kind === 'complete') trial.userId = step.userId ?? who
  for (const command of commands) {
    const failure = carryOut(trial, command)
    if (failure !== null) return failure
  }
  const failure = settle(trial)
  trial.userId = who
  return failure
}

function fireTimer(trial: Trial, place: TrialPlace): TrialFailure | null {
  const timer = listAll(trial).find(({ found, place: at }) => found.kind === 'timer' && isSamePlace(at, place))
  if (timer === undefined || timer.found.kind !== 'timer')
    return {
      ...failed(trial, 'trial.not-waiting', `Expected a waiting timer at ${place.element}, but there is none.`),
      element: place.element,
    }
  return fire(trial, timer.found.row)
}

function fire(trial: Trial, job: Job): TrialFailure | null {
  if (job.dueAt !== null && Date.parse(job.dueAt) > trial.now.getTime()) trial.now = new Date(job.dueAt)
  return doJob(trial, job) ?? settle(trial)
}

function moveClock(trial: Trial, to: Date): TrialFailure | null {
  for (let fired = 0; ; fired++) {
    const due = trial.state.jobs
      .all()
      .filter((job) => isTimer(job) && job.dueAt !== null && Date.parse(job.dueAt) <= to.getTime())
      .toSorted((a, b) => ((a.dueAt ?? '') + a.id < (b.dueAt ?? '') + b.id ? -1 : 1))[0]
    if (due === undefined) break
    if (fired >= maxTimers) return endless(trial, `${maxTimers} timers`)
    const failure = fire(trial, due)
    if (failure !== null) return failure
  }
  if (to > trial.now) trial.now = to
  return null
}

/**
 * Executes everything that waits for nobody: asynchronous continuations, and messages from one part of the process to
 * another.
 */
function settle(trial: Trial): TrialFailure | null {
  for (let done = 0; ; done++) {
    if (done >= maxJobs) return endless(trial, `${maxJobs} jobs`)
    const failure = deliverOne(trial)
    if (failure === 'none') {
      const job = trial.state.jobs.all().find((one) => !isTimerKind(one) && one.kind !== 'work' && one.retries > 0)
      if (job === undefined) return null
      const failed = doJob(trial, job)
      if (failed !== null) return failed
    } else if (failure !== null) return failure
  }
}

const isTimerKind = ({ kind }: Job) => kind === 'timer' || kind === 'timeout'

/** @returns `none` when nothing waits to be delivered. */
function deliverOne(trial: Trial): TrialFailure | null | 'none' {
  const message = trial.thrown.shift()
  if (message === undefined) return 'none'
  const { name, variables, thrower } = message
  const receiver = trial.state.subscriptions.all().find((one) => one.kind === 'message' && one.name === name)
  if (receiver !== undefined)
    return carryOut(trial, { type: 'triggerSubscription', subscriptionId: receiver.id, variables })
  trial.sent.push({ kind: 'message', name, element: thrower.elementId })
  return null
}

/** A job that fails leaves an incident, as its last try would. */
function doJob(trial: Trial, job: Job): TrialFailure | null {
  const failure = carryOut(trial, { type: 'runJob', jobId: job.id })
  if (failure === null || failure.code === 'engine.budget') return failure
  const { message, element: failedElementId } = failure
  return carryOut(trial, {
    type: 'recordJobFailure',
    jobId: job.id,
    message,
    isFinal: true,
    detail: null,
    failedElementId,
  })
}

/** One command, as one transaction. What fails because something does not exist is repeated with a stand-in for it. */
function carryOut(trial: Trial, command: Command): TrialFailure | null {
  for (;;) {
    const { serial } = trial
    const outcome = runOn(forkState(trial.state), withOwn(trial, command), contextOf(trial))
    switch (outcome.kind) {
      case 'done': {
        if (outcome.state === undefined) throw new Error('Expected a run to give its rows, but it gave none.')
        trial.state = keepRun(trial.state, outcome.state)
        for (const event of outcome.events) follow(trial, event)
        for (const effect of outcome.effects) hear(trial, effect)
        return null
      }
      case 'needs':
        throw new NeedsMore(outcome.need)
      case 'refused':
        return failed(trial, outcome.refusal.code, outcome.refusal.message)
      case 'failed': {
        trial.serial = serial
        const { code, message, elementId } = outcome.failure
        if (missing.has(code) && standIn(trial, outcome.failure)) continue
        return { ...failed(trial, code, message), element: elementId }
      }
      case 'exceeds':
        throw new Error('Expected a trial to run where nobody waits for it, but it ran on the loop.')
    }
  }
}

/** Returns a start command with the present definition of the process in trial, which can have stand-ins by now. */
function withOwn({ definitions, input }: Trial, command: Command): Command {
  if (command.type !== 'startInstance') return command
  return { ...command, definition: definitions.get(input.definition.id) ?? input.definition }
}

function standIn(trial: Trial, { elementId, instanceId }: Failure): boolean {
  if (elementId === null) return false
  const own = instanceId === null ? null : definitionOf(trial, instanceId)
  // What was started by the step that failed is not there any more.
  const definition = own ?? [...trial.definitions.values()].find(({ model }) => elementId in model.elements) ?? null
  const changed = definition === null ? null : withStandIn(definition, elementId)
  if (changed === null) return false
  trial.definitions.set(changed.id, changed)
  return true
}

function contextOf(trial: Trial) {
  const { input, now, userId, meter, definitions, lastAssignees } = trial
  const { sources, zone, budgets, mark } = input
  return {
    sources: {
      ...sources,
      process: (ref: Parameters<Sources['process']>[0]) => {
        const known = ref.by === 'id' ? definitions.get(ref.id) : undefined
        if (known !== undefined) return known
        const found = sources.process(ref)
        if (found === null || found === undefined) return found
        const changed = definitions.get(found.id)
        if (changed === undefined) definitions.set(found.id, found)
        return changed ?? found
      },
      // Nobody has had a task but in the trial itself.
      manager: () => null,
      workloads: () => [],
      lastAssignee: (instanceId: string, elementId: string) => lastAssignees.get(`${instanceId} ${elementId}`) ?? null,
      binding: (name: string) => {
        const bound = sources.binding === undefined ? null : sources.binding(name)
        return bound === null ? ({ kind: 'external', topic: name } as const) : bound
      },
    } satisfies Sources,
    now,
    newId: () => idOf(++trial.serial),
    userId,
    zone,
    meter,
    isOnLoop: false,
    budgets,
    ...(mark !== undefined && { mark }),
  }
}

function idOf(serial: number): string {
  return `00000000-0000-7000-8000-${serial.toString(16).padStart(12, '0')}`
}

function follow(trial: Trial, event: Event): void {
  const { keys, kept, lastAssignees, path, step } = trial
  switch (event.type) {
    case 'instanceStarted': {
      const { id, definitionId } = event.instance
      if (id === trialRootId) trial.status = 'running'
      else keys.set(id, trial.definitions.get(definitionId)?.key ?? definitionId)
      return
    }
    case 'instanceEnded':
      if (event.instance.id === trialRootId) trial.status = event.outcome
      return
    case 'variableSet':
      if (event.variable.scopeId === trialRootId) kept.set(event.variable.name, event.variable)
      return
    case 'variableRemoved':
      if (event.variable.scopeId === trialRootId) kept.delete(event.variable.name)
      return
    case 'taskEnded':
      if (event.reason === 'completed')
        lastAssignees.set(`${event.task.instanceId} ${event.task.taskKey}`, event.task.assignee)
      path.take(event, step.index)
      return
    default:
      path.take(event, step.index)
  }
}

/** Signals have reached their own process already. */
function hear(trial: Trial, effect: Effect): void {
  if (effect.kind === 'message') trial.thrown.push(effect)
  else if (effect.kind === 'signal')
    trial.sent.push({ kind: 'signal', name: effect.name, element: effect.thrower.elementId })
}

function failed({ step }: Trial, code: TrialFailure['code'], message: string): TrialFailure {
  return { step: step.index, code, message, element: null }
}

function endless(trial: Trial, what: string): TrialFailure {
  return failed(
    trial,
    'engine.budget',
    `Expected the process to reach a waiting state, but it still continued after ${what}.`,
  )
}
