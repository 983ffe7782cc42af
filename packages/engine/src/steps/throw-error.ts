import type { BoundaryEvent, ErrorDefinition, EscalationDefinition, StartEvent } from '@millrace/bpmn'
import {
  type Definition,
  getElement,
  listBoundaryEvents,
  listEventSubProcesses,
  listStartEvents,
} from '../definition.ts'
import { passOutputs } from '../elements/call-activity.ts'
import type { PlainVariable } from '../outcome.ts'
import type { ElementInstance } from '../state/rows.ts'
import { fromPlain } from '../state/value.ts'
import { getDefinition, getElementInstance, type Step } from '../step.ts'
import { occasionAt } from './catch-events.ts'
import { isFlowable } from './dialect.ts'
import { evaluateString } from './evaluate.ts'
import { fireBoundary, fireEventSubProcess } from './trigger.ts'

export interface Thrown {
  readonly kind: 'error' | 'escalation'
  readonly code: string | null
  readonly message: string | null
  readonly variables?: readonly PlainVariable[]
}

/**
 * Looks outward from where an error or escalation was thrown for the first event that catches it, through sub-processes
 * and call activities (BPMN 2.0, 10.5.6), and fires it.
 *
 * @returns whether it was caught, and whether what threw it was interrupted by that.
 */
export function throwOutward(
  step: Step,
  from: ElementInstance,
  thrown: Thrown,
): { isCaught: boolean; isInterrupted: boolean } {
  for (const level of levelsAround(step, from)) {
    const catcher = findCatcher(step, level, thrown)
    if (catcher === null) continue
    const { event, definition } = catcher
    // Flowable's escalation never interrupts the scope whose event sub-process catches it.
    const interrupts =
      event.isInterrupting &&
      !(thrown.kind === 'escalation' && event.type === 'startEvent' && isFlowable(level.definition))
    const variables = variablesFor(definition, thrown)
    if (event.type === 'boundaryEvent')
      fireBoundary(step, level.definition, event, level.host as ElementInstance, variables)
    else
      fireEventSubProcess(
        step,
        level.definition,
        interrupts ? event : { ...event, isInterrupting: false },
        level.scope,
        variables,
      )
    return { isCaught: true, isInterrupted: interrupts }
  }
  return { isCaught: false, isInterrupted: false }
}

/** One place where it may be caught: on the host's boundary, or in an event sub-process of a scope. */
interface Level {
  readonly definition: Definition
  readonly host: ElementInstance | null
  readonly scope: { readonly scopeId: string; readonly instanceId: string; readonly modelScopeId: string }
}

/** From the inside out. The out mappings of a call activity run when the search leaves the called instance. */
function* levelsAround(step: Step, from: ElementInstance): Generator<Level> {
  let current: ElementInstance | null = from
  while (current !== null) {
    const definition = getDefinition(step, current.instanceId)
    const element = getElement(definition, current.elementId)
    const isFromHandler = element.type === 'subProcess' && element.triggeredByEvent
    const { instanceId, parentId } = current
    if (current.loop !== 'run')
      yield { definition, host: current, scope: { scopeId: '', instanceId, modelScopeId: '' } }
    const instance = step.state.instances.get(parentId)
    if (instance !== undefined) {
      if (!isFromHandler)
        yield { definition, host: null, scope: { scopeId: parentId, instanceId, modelScopeId: definition.model.id } }
      passOutputs(step, instance)
      current = instance.callerElementId === null ? null : getElementInstance(step, instance.callerElementId)
      continue
    }
    const parent = getElementInstance(step, parentId)
    if (parent.loop !== 'body' && !isFromHandler)
      yield { definition, host: null, scope: { scopeId: parentId, instanceId, modelScopeId: parent.elementId } }
    current = parent
  }
}

function findCatcher(
  step: Step,
  level: Level,
  thrown: Thrown,
): { event: BoundaryEvent | StartEvent; definition: ErrorDefinition | EscalationDefinition } | null {
  const { definition, host, scope } = level
  const events: (BoundaryEvent | StartEvent)[] =
    host !== null
      ? listBoundaryEvents(definition, getElement(definition, host.elementId))
      : listEventSubProcesses(definition.model, scope.modelScopeId).flatMap(({ id }) =>
          listStartEvents(definition.model, id),
        )
  const waiting = host !== null ? { scopeId: host.id, instanceId: host.instanceId } : scope
  const catching = events.flatMap((event) =>
    event.definitions.flatMap((one) =>
      one.kind === thrown.kind ? [{ event, definition: one as ErrorDefinition | EscalationDefinition }] : [],
    ),
  )
  const coded = catching.find(
    ({ event, definition: one }) => one.code !== null && codeOf(step, event.id, one, waiting) === thrown.code,
  )
  return coded ?? catching.find(({ definition: one }) => one.code === null) ?? null
}

function codeOf(
  step: Step,
  elementId: string,
  definition: ErrorDefinition | EscalationDefinition,
  waiting: { scopeId: string; instanceId: string },
): string | null {
  return evaluateString(step, occasionAt(step, elementId, waiting), definition.code)
}

function variablesFor(definition: ErrorDefinition | EscalationDefinition, thrown: Thrown): PlainVariable[] {
  const variables: PlainVariable[] = [...(thrown.variables ?? [])]
  if (definition.codeVariable !== null) variables.push({ name: definition.codeVariable, value: fromPlain(thrown.code) })
  if (definition.kind === 'error' && definition.messageVariable !== null) {
    variables.push({ name: definition.messageVariable, value: fromPlain(thrown.message) })
  }
  return variables
}
