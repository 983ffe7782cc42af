import type { Definition, Sources } from './definition.ts'
import type { Effect } from './outcome.ts'
import { NeedsMore, StepFailure } from './outcome.ts'
import { applyEvent } from './state/apply-event.ts'
import type { Event } from './state/events.ts'
import type { InstanceState } from './state/instance-state.ts'
import type { ElementInstance, ProcessInstance } from './state/rows.ts'

/** What the caller lends to a run: look-ups, the time, ids, who acts. */
export interface RunContext {
  readonly sources: Sources
  readonly now: Date
  /** Sortable unique ids (UUID v7). */
  readonly newId: () => string
  readonly userId: string | null
  /** The IANA time zone in which times without offset are meant and days are added. */
  readonly zone: string
  /** Operations after which a run that does not come to rest is stopped. */
  readonly stepLimit?: number
}

/** One run in progress. */
export interface Step extends RunContext {
  readonly state: InstanceState
  /** `now` as it is stored. */
  readonly at: string
  readonly events: Event[]
  readonly effects: Effect[]
  /** What is still to do: the last entry is next. */
  readonly agenda: Operation[]
  /** Tokens on their way into a scope: they keep it open though nothing in it is. */
  readonly arriving: Map<string, number>
  /** Variables that changed and may make a condition true. */
  readonly variableChanges: VariableChange[]
  /** Scopes in which a join may have become complete without an arrival. */
  readonly joinsToCheck: Set<string>
  operationsLeft: number
}

export interface VariableChange {
  readonly scopeId: string
  readonly instanceId: string
  readonly name: string
  readonly change: 'create' | 'update' | 'delete'
}

interface Operation {
  /** The scope in which it happens: it is dropped when that is gone. */
  readonly scopeId: string
  /** The element that a token is on its way to. */
  readonly towards?: string
  readonly run: () => void
}

const defaultStepLimit = 100_000

export function createStep(state: InstanceState, context: RunContext): Step {
  return {
    ...context,
    state,
    at: context.now.toISOString(),
    events: [],
    effects: [],
    agenda: [],
    arriving: new Map(),
    variableChanges: [],
    joinsToCheck: new Set(),
    operationsLeft: context.stepLimit ?? defaultStepLimit,
  }
}

export function emit(step: Step, event: Event): void {
  applyEvent(step.state, event)
  step.events.push(event)
}

/** Puts operations on the agenda so that they run in the order given, before whatever stood there. */
export function schedule(step: Step, scopeId: string, ...runs: (() => void)[]): void {
  for (let index = runs.length - 1; index >= 0; index--) step.agenda.push({ scopeId, run: runs[index] as () => void })
}

export function isOpenScope(step: Step, scopeId: string): boolean {
  return step.state.elements.get(scopeId) !== undefined || step.state.instances.get(scopeId) !== undefined
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

/** Open and compensable element instances directly inside a scope, oldest first. */
export function listChildInstances(step: Step, scopeId: string): ElementInstance[] {
  const { state } = step
  if (!state.isComplete && !state.completeScopes.has(scopeId)) throw new NeedsMore({ kind: 'scope', id: scopeId })
  return state.elements.ownedBy(scopeId)
}

/** Arrivals that wait at a join. */
export function listArrivals(step: Step, scopeId: string, elementId: string): ElementInstance[] {
  const { state } = step
  const isLoaded =
    state.isComplete || state.completeScopes.has(scopeId) || state.completeJoins.has(`${scopeId} ${elementId}`)
  if (!isLoaded) throw new NeedsMore({ kind: 'join', scopeId, elementId })
  return state.elements.ownedBy(scopeId).filter((one) => one.elementId === elementId && one.state === 'joining')
}

export function getDefinition(step: Step, instanceId: string): Definition {
  const { definitionId } = getInstance(step, instanceId)
  const definition = step.sources.process({ by: 'id', id: definitionId })
  if (definition === undefined) throw new NeedsMore({ kind: 'process', ref: { by: 'id', id: definitionId } })
  if (definition === null) throw new Error(`Expected process definition ${definitionId}, but it is not there.`)
  return definition
}

/** The instance called by a call activity, when it runs. */
export function findCalledInstance(step: Step, callElement: ElementInstance): ProcessInstance | undefined {
  const called = step.state.instances.ownedBy(callElement.id)[0]
  if (called === undefined && !step.state.isComplete && !step.state.completeScopes.has(callElement.id)) {
    throw new NeedsMore({ kind: 'scope', id: callElement.id })
  }
  return called
}

/** Ends the run: the step cannot be done. */
export function fail(
  code: ConstructorParameters<typeof StepFailure>[0]['code'],
  message: string,
  at: { element?: ElementInstance; elementId?: string; detail?: Record<string, unknown> } = {},
): never {
  throw new StepFailure({
    code,
    message,
    elementId: at.elementId ?? at.element?.elementId ?? null,
    elementInstanceId: at.element?.id ?? null,
    instanceId: at.element?.instanceId ?? null,
    detail: at.detail ?? null,
  })
}

/** Asks for everything below a scope. */
export function needScope(id: string): never {
  throw new NeedsMore({ kind: 'scope', id })
}
