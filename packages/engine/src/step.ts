import type { Meter } from '@millrace/expressions'
import type { Behaviors } from './behavior.ts'
import type { Budgets } from './budgets.ts'
import type { Definition, Sources } from './definition.ts'
import type { CommandResult, Effect, PlainVariable } from './outcome.ts'
import { type FailureCode, NeedsMore, StepFailure } from './outcome.ts'
import type { Semantics } from './semantics/semantics.ts'
import { applyEvent } from './state/apply-event.ts'
import type { Event } from './state/events.ts'
import type { InstanceState } from './state/instance-state.ts'
import type { ElementInstance, Job, ProcessInstance, Subscription } from './state/rows.ts'
import type { TypedValue } from './state/value.ts'
import { hideInEvent } from './steps/restricted/hide-restricted.ts'

/** What the caller provides for a run: look-ups, time, ids and actor. */
export interface RunContext {
  readonly sources: Sources
  readonly now: Date
  /** Sortable unique ids (UUID v7). */
  readonly newId: () => string
  readonly userId: string | null
  /** The IANA time zone for times without an offset and for adding days. */
  readonly zone: string
  readonly meter: Meter
  /** Whether the run is on the event loop. Work that no meter can count, such as a script, then exceeds the budget. */
  readonly isOnLoop: boolean
  readonly budgets: Budgets
  /** Called with each element that the run enters, so that a run that has to be ended from outside can be explained. */
  readonly mark?: (elementId: string) => void
}

/** A run in progress. */
export interface Step extends RunContext {
  /** The behaviours of all kinds of elements. */
  readonly behaviors: Behaviors
  readonly state: InstanceState
  /** `now` as it is stored. */
  readonly at: string
  readonly events: Event[]
  readonly effects: Effect[]
  /** The answer of the command. */
  result: CommandResult
  /** The pending operations: the last entry is executed next. */
  readonly agenda: Operation[]
  /** How much of the agenda is older than the operation at hand, and so of other paths. */
  agendaBefore: number
  /** Tokens on their way into a scope: they keep it open though nothing in it is. */
  readonly arriving: Map<string, number>
  /** Variables that changed and may make a condition true. */
  readonly variableChanges: VariableChange[]
  /** Scopes in which a join may have become complete without an arrival. */
  readonly joinsToCheck: Set<string>
  /** Element instances whose `end` listeners have run, which they do only once. */
  readonly ended: Set<string>
  /** Collections of multi-instance activities that were read in this run, by the body. */
  readonly collections: Map<string, ReadCollection>
  /** Variables that end with this run. */
  readonly transient: Set<string>
  /** The parts that a deletion, modification or start skips on request. */
  readonly skips: { listeners: boolean; ioMappings: boolean }
  /** Whether a token is under way: false again each time that something outside wakes an element which waits. */
  isMoving: boolean
  operationsLeft: number
  /** The element that was entered last: where a run is stopped that does not end. */
  lastEntered: { readonly elementId: string; readonly instanceId: string } | null
  /** Characters and bytes that were written into variables. */
  writtenSize: number
  /** Runs of multi-instance activities that this run has made, by the body. */
  readonly runsMade: Map<string, number>
  /** The additional runs that multi-instance activities allow, by definition and element. */
  readonly allowedRuns: Map<string, number>
}

/** A read collection, which is valid while its variables are unchanged. */
export interface ReadCollection {
  readonly from: readonly TypedValue[]
  readonly items: readonly unknown[]
}

export interface VariableChange {
  readonly scopeId: string
  readonly instanceId: string
  readonly name: string
  readonly change: 'create' | 'update' | 'delete'
}

/** An operation that is scheduled in a scope. It is dropped when the scope no longer exists. */
export type Operation = {
  readonly scopeId: string
  /** The element that a token is on its way to. */
  readonly towards?: string
  /** Whether the command itself continues with this operation, even if its scope is interrupted meanwhile. */
  readonly isOfCommand?: true
  /** Variables that count as changed only once it is done. */
  readonly changesAfter?: readonly VariableChange[]
} & ({ readonly run: () => void } | { readonly happens: Happening })

/** An event or timer that a subscription waited for. */
export interface Happening<Source = Subscription | Job> {
  readonly source: Source
  readonly variables: readonly PlainVariable[]
}

export function createStep(state: InstanceState, context: RunContext, behaviors: Behaviors): Step {
  return {
    ...context,
    behaviors,
    state,
    at: context.now.toISOString(),
    events: [],
    effects: [],
    result: {},
    agenda: [],
    agendaBefore: 0,
    arriving: new Map(),
    variableChanges: [],
    joinsToCheck: new Set(),
    ended: new Set(),
    collections: new Map(),
    transient: new Set(),
    skips: { listeners: false, ioMappings: false },
    isMoving: false,
    operationsLeft: context.budgets.steps,
    lastEntered: null,
    writtenSize: 0,
    runsMade: new Map(),
    allowedRuns: new Map(),
  }
}

/** Each event is a row or two, and a line of history. */
const UNITS_OF_EVENT = 10

export function emit(step: Step, event: Event): void {
  step.meter.charge(UNITS_OF_EVENT)
  const shown = hideInEvent(step, event)
  applyEvent(step.state, shown)
  step.events.push(shown)
}

/** Puts operations on the agenda in the given order, before all existing ones. */
export function schedule(step: Step, scopeId: string, ...runs: (() => void)[]): void {
  for (const run of runs.toReversed()) step.agenda.push({ scopeId, run })
}

/** Schedules the event of a subscription, if the subscription still exists then. */
export function scheduleEvent(step: Step, source: Subscription, variables: readonly PlainVariable[] = []): void {
  step.agenda.push({ scopeId: source.elementInstanceId, happens: { source, variables } })
}

/**
 * Returns whether anything can still happen in a scope. A scope kept for compensation is closed until it is
 * compensated.
 */
export function isOpenScope({ state }: Step, scopeId: string): boolean {
  const element = state.elements.get(scopeId)
  return element === undefined ? state.instances.get(scopeId) !== undefined : element.state !== 'compensable'
}

// --- reading, with the request to load what is not there ----------------------------------------

export function getInstance(step: Step, id: string): ProcessInstance {
  const instance = step.state.instances.get(id)
  if (instance === undefined)
    throw new Error(`Expected instance ${id} in root ${step.state.rootId}, but it is not loaded.`)
  return instance
}

export function getElementInstance(step: Step, id: string): ElementInstance {
  const element = step.state.elements.get(id)
  if (element !== undefined) return element
  if (!step.state.isComplete) throw new NeedsMore({ kind: 'element', id })
  throw new Error(`Expected element instance ${id} in root ${step.state.rootId}, but it is not there.`)
}

/** Lists open and compensable element instances directly inside a scope, oldest first. */
export function listChildInstances(step: Step, scopeId: string): ElementInstance[] {
  const { state } = step
  if (!state.isComplete && !state.completeScopes.has(scopeId)) throw new NeedsMore({ kind: 'scope', id: scopeId })
  const children = oldestFirst(state.elements.ownedBy(scopeId))
  step.meter.charge(children.length >> 2)
  return children
}

/**
 * Sorts rows by id, which is the order of creation. Tables have another order: that of the queries for rows that were
 * loaded in parts, with rows that changed their owner at the end.
 */
export function oldestFirst<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Finds an element instance inside a scope; undefined when it has ended. */
export function findChildInstance(step: Step, scopeId: string, id: string): ElementInstance | undefined {
  return step.state.elements.get(id) ?? listChildInstances(step, scopeId).find((child) => child.id === id)
}

/** Lists arrivals that wait at a join, oldest first. */
export function listArrivals(step: Step, scopeId: string, elementId: string): ElementInstance[] {
  const { state } = step
  const isLoaded =
    state.isComplete || state.completeScopes.has(scopeId) || state.completeJoins.has(`${scopeId} ${elementId}`)
  if (!isLoaded) throw new NeedsMore({ kind: 'join', scopeId, elementId })
  const children = state.elements.ownedBy(scopeId)
  step.meter.charge(children.length >> 2)
  return oldestFirst(children.filter((one) => one.elementId === elementId && one.state === 'joining'))
}

export function getDefinition(step: Step, instanceId: string): Definition {
  const { definitionId } = getInstance(step, instanceId)
  const definition = step.sources.process({ by: 'id', id: definitionId })
  if (definition === undefined) throw new NeedsMore({ kind: 'process', ref: { by: 'id', id: definitionId } })
  if (definition === null) throw new Error(`Expected process definition ${definitionId}, but it is not there.`)
  return definition
}

/** Returns the rules of the dialect that an instance follows. */
export function getSemantics(step: Step, instanceId: string): Semantics {
  return getDefinition(step, instanceId).semantics
}

/** Finds the running instance that a call activity has called. */
export function findCalledInstance(step: Step, callElement: ElementInstance): ProcessInstance | undefined {
  const called = step.state.instances.ownedBy(callElement.id)[0]
  if (called === undefined && !step.state.isComplete && !step.state.completeScopes.has(callElement.id)) {
    throw new NeedsMore({ kind: 'scope', id: callElement.id })
  }
  return called
}

/**
 * Ends the run with a failure of the current step.
 *
 * @throws StepFailure
 */
export function fail(
  code: FailureCode,
  message: string,
  at: {
    element?: ElementInstance
    elementId?: string
    instanceId?: string
    detail?: Record<string, unknown> | null
  } = {},
): never {
  throw new StepFailure({
    code,
    message,
    elementId: at.elementId ?? at.element?.elementId ?? null,
    elementInstanceId: at.element?.id ?? null,
    instanceId: at.instanceId ?? at.element?.instanceId ?? null,
    detail: at.detail ?? null,
  })
}

/** Ensures that everything that watches variables is loaded: conditional events, Flowable's variable listeners. */
export function needWatching({ state }: Step): void {
  if (!state.hasWatching && !state.completeScopes.has(state.rootId)) throw new NeedsMore({ kind: 'watching' })
}

/** Ensures that the whole root is loaded, for events such as signals that may reach any part of it. */
export function needWhole({ state }: Step): void {
  if (!state.isComplete && !state.completeScopes.has(state.rootId))
    throw new NeedsMore({ kind: 'scope', id: state.rootId })
}
