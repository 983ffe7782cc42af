import { type FlowElement, indexModel, isActivity, isEventSubProcess, type ProcessModel } from '@millrace/bpmn'
import type { Definition } from '../../definition.ts'

/**
 * Where the tokens of a process or sub-process begin when nothing particular starts it (BPMN 2.0, 13.2): its start event
 * without a trigger; without any start event, every element that no flow leads to.
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
 * As above, for a process that is started by its key or by a call activity. Without a plain start event Flowable begins at
 * the first one; Camunda at a timer, or at the only start event there is, and else cannot.
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

/** Whether an element needs no flow to be entered. */
export function mayBegin(element: FlowElement): boolean {
  if (element.incoming.length > 0 || element.type === 'boundaryEvent' || isEventSubProcess(element)) return false
  if ('instantiate' in element && element.instantiate) return false
  return !(isActivity(element) && element.isForCompensation) && !isCatchingLink(element)
}

function isCatchingLink(element: FlowElement): boolean {
  return element.type === 'intermediateCatchEvent' && element.definitions.some(({ kind }) => kind === 'link')
}
