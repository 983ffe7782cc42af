import {
  type BoundaryEvent,
  type ErrorDefinition,
  type EscalationDefinition,
  indexModel,
  isEventSubProcess,
  type StartEvent,
} from '@millrace/bpmn'
import { type Definition, getElement } from '../../definition.ts'
import type { PlainVariable, RaisedError } from '../../outcome.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { fromPlain } from '../../state/value.ts'
import { fail, getDefinition, getElementInstance, getSemantics, type Step } from '../../step.ts'
import { evaluateString } from '../expressions/evaluate.ts'
import { cancelElement } from '../life/cancel.ts'
import { abandon } from '../life/leave.ts'
import { passOutputs } from '../variables/pass-outputs.ts'
import { fireBoundary, fireEventSubProcess } from './trigger.ts'
import { occasionAt, type Waiting } from './waiting.ts'

export interface Thrown {
  readonly kind: 'error' | 'escalation'
  readonly code: string | null
  readonly message: string | null
  readonly variables?: readonly PlainVariable[]
}

/**
 * Throws an error outward. An uncaught error only ends its path, as in Camunda; in Flowable's models the step fails.
 */
export function throwOrEnd(step: Step, from: ElementInstance, thrown: Thrown): void {
  if (throwOutward(step, from, thrown).isCaught) return
  if (getSemantics(step, from.instanceId).uncaughtErrors === 'fail')
    failUncaught(from.elementId, thrown.code, { element: from })
  else abandon(step, from)
}

/** Throws an error that an expression, script or listener raised (`execution.throwBpmnError`). */
export function throwRaised(step: Step, { code, text: message, at }: RaisedError): void {
  const from = at.elementInstanceId === null ? undefined : step.state.elements.get(at.elementInstanceId)
  const thrown: Thrown = { kind: 'error', code, message }
  if (from !== undefined) throwOrEnd(step, from, thrown)
  else if (!throwFrom(step, levelsOfScope(step, at.scopeId), thrown).isCaught) {
    const instanceId = step.state.elements.get(at.scopeId)?.instanceId ?? at.scopeId
    failUncaught(at.elementId, code, { elementId: at.elementId, instanceId })
  }
}

/**
 * Searches outward from the origin of an error or escalation for the first event that catches it, through sub-processes
 * and call activities (BPMN 2.0, 10.5.6), and fires it.
 *
 * @returns whether it was caught, and whether that interrupted its origin.
 */
export function throwOutward(step: Step, from: ElementInstance, thrown: Thrown): Throwing {
  return throwFrom(step, levelsAround(step, from), thrown, from)
}

interface Throwing {
  readonly isCaught: boolean
  readonly isInterrupted: boolean
}

function throwFrom(step: Step, levels: Iterable<Level>, thrown: Thrown, from?: ElementInstance): Throwing {
  for (const level of levels) {
    const catcher = findCatcher(step, level, thrown)
    if (catcher === null) continue
    const { event, definition } = catcher
    const isSpared =
      level.kind === 'scope' && level.definition.semantics.eventSubProcessSpares && sparesScope(step, level, thrown)
    const isInterrupting = (thrown.kind === 'error' || event.isInterrupting) && !isSpared
    const variables = variablesFor(definition, thrown)
    if (isSpared && thrown.kind === 'error' && from !== undefined) cancelThrower(step, from, level.waiting.scopeId)
    if (level.kind === 'host' && event.type === 'boundaryEvent')
      fireBoundary(step, level.definition, { ...event, isInterrupting }, level.host, variables)
    else if (event.type === 'startEvent')
      fireEventSubProcess(step, level.definition, { ...event, isInterrupting }, level.waiting, { variables })
    return { isCaught: true, isInterrupted: isInterrupting || thrown.kind === 'error' }
  }
  return { isCaught: false, isInterrupted: false }
}

/**
 * Returns whether an event sub-process of Flowable spares a part of its scope: with an escalation the scope itself,
 * with an error the concurrent work, except in the process itself.
 */
function sparesScope(step: Step, { waiting }: Level, { kind }: Thrown): boolean {
  return kind === 'escalation' || step.state.instances.get(waiting.scopeId) === undefined
}

/** Ends what an error came out of, as far as the scope that catches it. */
function cancelThrower(step: Step, from: ElementInstance, scopeId: string): void {
  let thrower: ElementInstance | undefined = from
  while (thrower !== undefined && thrower.parentId !== scopeId) thrower = findAround(step, thrower)
  if (thrower !== undefined) cancelElement(step, thrower)
}

/** Returns the element instance around another one; around a called instance, its call activity. */
function findAround(step: Step, { parentId }: ElementInstance): ElementInstance | undefined {
  const callerId = step.state.instances.get(parentId)?.callerElementId
  return step.state.elements.get(callerId ?? parentId)
}

function failUncaught(elementId: string, code: string | null, at: Parameters<typeof fail>[2]): never {
  return fail(
    'engine.error-uncaught',
    `Expected an event that catches the error “${code ?? ''}” thrown by ${elementId}, but there is none. Add an error boundary event.`,
    { ...at, detail: { errorCode: code } },
  )
}

/** One place where it may be caught: on the boundary of a host, or in an event sub-process of a scope. */
type Level =
  | {
      readonly kind: 'host'
      readonly definition: Definition
      readonly waiting: Waiting
      readonly host: ElementInstance
    }
  | {
      readonly kind: 'scope'
      readonly definition: Definition
      readonly waiting: Waiting
      readonly modelScopeId: string
      /** The event sub-process of this scope that the search has come out of. */
      readonly leftId: string | null
    }

/**
 * From the inside out. In Camunda the out mappings of a call activity run when the search comes to the called instance.
 */
function* levelsAround(step: Step, from: ElementInstance): Generator<Level> {
  const definition = getDefinition(step, from.instanceId)
  if (from.loop !== 'run')
    yield { kind: 'host', definition, waiting: { scopeId: from.id, instanceId: from.instanceId }, host: from }
  const isHandler = isEventSubProcess(getElement(definition, from.elementId))
  yield* levelsOfScope(step, from.parentId, isHandler ? from.elementId : null)
}

function* levelsOfScope(step: Step, scopeId: string, leftId: string | null = null): Generator<Level> {
  const instance = step.state.instances.get(scopeId)
  const scope = instance === undefined ? getElementInstance(step, scopeId) : null
  const instanceId = scope?.instanceId ?? scopeId
  const definition = getDefinition(step, instanceId)
  if (instance !== undefined && definition.semantics.mapsOutputsOfThrower) passOutputs(step, instance)
  if (scope?.loop !== 'body') {
    const modelScopeId = scope?.elementId ?? definition.model.id
    yield { kind: 'scope', definition, waiting: { scopeId, instanceId }, modelScopeId, leftId }
  }
  if (scope !== null) yield* levelsAround(step, scope)
  else if (typeof instance?.callerElementId === 'string')
    yield* levelsAround(step, getElementInstance(step, instance.callerElementId))
}

interface Catcher {
  readonly event: BoundaryEvent | StartEvent
  readonly definition: ErrorDefinition | EscalationDefinition
}

/** Finds the event that catches an error at one level: one that names the code before one that catches every error. */
function findCatcher(step: Step, level: Level, thrown: Thrown): Catcher | null {
  const catching = listEvents(level).flatMap((event) =>
    event.definitions.flatMap((definition): Catcher[] =>
      definition.kind === thrown.kind ? [{ event, definition: definition as Catcher['definition'] }] : [],
    ),
  )
  const coded = catching.find(
    ({ event, definition: { code } }) =>
      code !== null && evaluateString(step, occasionAt(step, event.id, level.waiting), code) === thrown.code,
  )
  return coded ?? catching.find(({ definition }) => definition.code === null) ?? null
}

function listEvents(level: Level): readonly (BoundaryEvent | StartEvent)[] {
  const index = indexModel(level.definition.model)
  if (level.kind === 'host') return index.listBoundaryEvents(level.host.elementId)
  // In Flowable's models an event sub-process catches nothing that comes out of one beside it.
  if (level.leftId !== null && !level.definition.semantics.eventSubProcessCatchesFromSiblings) return []
  return index
    .listEventSubProcesses(level.modelScopeId)
    .filter(({ id }) => id !== level.leftId)
    .flatMap(({ id }) => index.listStartEvents(id))
}

function variablesFor(definition: ErrorDefinition | EscalationDefinition, thrown: Thrown): PlainVariable[] {
  const variables: PlainVariable[] = [...(thrown.variables ?? [])]
  if (definition.codeVariable !== null) variables.push({ name: definition.codeVariable, value: fromPlain(thrown.code) })
  if (definition.kind === 'error' && definition.messageVariable !== null)
    variables.push({ name: definition.messageVariable, value: fromPlain(thrown.message) })
  return variables
}
