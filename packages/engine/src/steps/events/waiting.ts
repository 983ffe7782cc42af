import type { MessageDefinition, SignalDefinition } from '@millrace/bpmn'
import { fail, type Step } from '../../step.ts'
import { evaluateString } from '../expressions/evaluate.ts'
import { failurePlace, type Occasion } from '../expressions/occasion.ts'

/** The row that owns the subscriptions and jobs of a waiting event. */
export interface Waiting {
  /** An element instance, or the process instance for its event sub-processes. */
  readonly scopeId: string
  readonly instanceId: string
}

/** Evaluates the name of a message or signal, which may be an expression on the variables at the time of waiting. */
export function eventName(
  step: Step,
  elementId: string,
  definition: MessageDefinition | SignalDefinition,
  waiting: Waiting,
): string {
  const name = evaluateString(step, occasionAt(step, elementId, waiting), definition.name)
  if (name !== null && name !== '') return name
  return fail(
    'engine.value-invalid',
    `Expected a name for the ${definition.kind} of ${elementId}, but there is none.`,
    { ...failurePlace(occasionAt(step, elementId, waiting)), detail: { expression: definition.name?.text ?? null } },
  )
}

export function occasionAt(step: Step, elementId: string, waiting: Waiting): Occasion {
  const element = step.state.elements.get(waiting.scopeId) ?? null
  return {
    place: { scopeId: waiting.scopeId, instanceId: waiting.instanceId, elementInstanceId: element?.id ?? null },
    elementId,
    element,
  }
}
