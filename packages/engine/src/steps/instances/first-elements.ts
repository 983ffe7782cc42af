import { type FlowElement, indexModel, isActivity, isEventSubProcess, type ProcessModel } from '@millrace/bpmn'
import type { Definition } from '../../definition.ts'

/**
 * Lists the elements with which a process or sub-process begins without a trigger (BPMN 2.0, 13.2): its start event
 * without a definition; without any start event, all elements without incoming flows.
 */
export function listFirstElements(model: ProcessModel, scopeId: string): string[] {
  const index = indexModel(model)
  const starts = index.listStartEvents(scopeId)
  const first =
    starts.length === 0
      ? index.listChildren(scopeId).filter(mayBegin)
      : starts.filter(({ definitions }) => definitions.length === 0)
  return first.map(({ id }) => id)
}

/**
 * Lists the elements with which a process begins that is started by its key or a call activity. Without a plain start
 * event Flowable uses the first one; Camunda a timer or the only start event, and otherwise fails.
 */
export function listFirstOfProcess(definition: Definition): string[] {
  const { model, semantics } = definition
  const first = listFirstElements(model, model.id)
  if (first.length > 0) return first
  const starts = indexModel(model).listStartEvents(model.id)
  const isOnly = semantics.startsAtFirstStartEvent || starts.length === 1
  const begin = isOnly ? starts[0] : starts.find(({ definitions }) => definitions[0]?.kind === 'timer')
  return begin === undefined ? [] : [begin.id]
}

/** Returns whether an element can be entered without a flow. */
export function mayBegin(element: FlowElement): boolean {
  if (element.incoming.length > 0 || element.type === 'boundaryEvent' || isEventSubProcess(element)) return false
  if ('instantiate' in element && element.instantiate) return false
  return !(isActivity(element) && element.isForCompensation) && !isCatchingLink(element)
}

function isCatchingLink(element: FlowElement): boolean {
  return element.type === 'intermediateCatchEvent' && element.definitions.some(({ kind }) => kind === 'link')
}
