import { type FlowElement, indexModel } from '@millrace/bpmn'
import { behaviorOf } from '../../behavior.ts'
import type { Definition } from '../../definition.ts'
import { exceed } from '../../fail-budget.ts'
import type { PlainVariable } from '../../outcome.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { emit, type Step } from '../../step.ts'

/** A token on its way to an element. */
export interface Arrival {
  readonly definition: Definition
  readonly elementId: string
  readonly instanceId: string
  readonly scopeId: string
  readonly tokenId: string
  readonly flowId: string | null
  /** Data for the new element instance, such as which start event of an event sub-process fired. */
  readonly data?: ElementInstance['data']
  /** Called when the token takes the sequence flow, before the element is entered. */
  readonly onTake?: () => void
  /** Local variables that are set before anything else happens in the element instance. */
  readonly variables?: readonly PlainVariable[]
}

/** Returns the arrival by which an element instance was entered. */
export function arrivalOf(definition: Definition, element: ElementInstance): Arrival {
  const { elementId, instanceId, parentId, tokenId, flowId } = element
  return { definition, elementId, instanceId, scopeId: parentId, tokenId, flowId }
}

/** To enter an element and to leave it, beside what is written of it. */
const UNITS_OF_ELEMENT = 20

/** Creates the row of an element instance, which counts against the limit of the run. */
export function createInstance(
  step: Step,
  element: FlowElement,
  arrival: Arrival,
  { loop = null, state = 'active' }: Partial<Pick<ElementInstance, 'loop' | 'state'>>,
): ElementInstance {
  const at = { elementId: element.id, instanceId: arrival.instanceId }
  step.lastEntered = at
  step.mark?.(element.id)
  step.meter.charge(UNITS_OF_ELEMENT)
  if (--step.operationsLeft < 0) exceed(step, 'steps', 'more, as if without end', at)
  if (step.state.elements.size >= step.budgets.openElements)
    exceed(step, 'openElements', `${step.state.elements.size + 1}`, at)
  const id = step.newId()
  const hasOwnExecution = loop !== null || hasExecution(step, arrival.definition, element)
  const instance: ElementInstance = {
    id,
    instanceId: arrival.instanceId,
    parentId: arrival.scopeId,
    elementId: element.id,
    state,
    loop,
    tokenId: arrival.tokenId,
    executionId: hasOwnExecution && state !== 'before' ? id : arrival.tokenId,
    flowId: arrival.flowId,
    openChildren: 0,
    data: arrival.data ?? null,
    startedAt: step.at,
  }
  emit(step, { type: 'elementEntered', element: instance })
  return instance
}

/** Returns whether Camunda gives the element an execution of its own. */
function hasExecution(step: Step, { model }: Definition, element: FlowElement): boolean {
  if (element.io !== null || behaviorOf(step, element).hasExecution?.(element) === true) return true
  return indexModel(model)
    .listBoundaryEvents(element.id)
    .some(({ definitions }) => definitions[0]?.kind !== 'compensate')
}
