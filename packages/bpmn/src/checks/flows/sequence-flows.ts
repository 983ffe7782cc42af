import type { FlowElement, SequenceFlow } from '../../model.ts'
import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import { isActivity, isEventSubProcess, type ModelIndex } from '../../query.ts'
import { warningInFlowable } from '../severity.ts'

/** Checks that sequence flows connect two flow nodes of one scope that may have them: BPMN 2.0, 7.6.1. */
export function* checkSequenceFlows(index: ModelIndex): Iterable<Finding> {
  for (const flow of Object.values(index.model.flows)) {
    const source = index.findElement(flow.sourceId)
    const target = index.findElement(flow.targetId)
    if (source === undefined) yield unknownEnd(flow, 'source')
    if (target === undefined) yield unknownEnd(flow, 'target')
    if (source === undefined || target === undefined) continue
    if (source.scopeId !== target.scopeId) {
      yield {
        code: 'flow.scope',
        elementId: flow.id,
        message: `Expected ${nameElement(flow)} to stay inside one sub-process, but it leads from ${nameElement(source)} to ${nameElement(target)} across its border. Use an event instead.`,
      }
    }
    yield* checkEnd(index, flow, source, 'begin at')
    yield* checkEnd(index, flow, target, 'end at')
  }
}

function unknownEnd(flow: SequenceFlow, end: 'source' | 'target'): Finding {
  const id = end === 'source' ? flow.sourceId : flow.targetId
  const fault = id === '' ? 'it is missing' : `there is no flow node “${id}”`
  return {
    code: `flow.${end}`,
    elementId: flow.id,
    message: `Expected ${end}Ref of ${nameElement(flow)} to name a flow node of the process, but ${fault}. Reconnect or delete the flow.`,
  }
}

function* checkEnd(
  index: ModelIndex,
  flow: SequenceFlow,
  element: FlowElement,
  verb: 'begin at' | 'end at',
): Iterable<Finding> {
  const fault = findFault(element, verb)
  if (fault === null) return
  const isHandler = isActivity(element) && element.isForCompensation
  yield {
    code: isHandler ? 'compensation.flow' : 'flow.not-allowed',
    severity: fault.isHarmless
      ? 'warning'
      : isHandler || isEventSubProcess(element)
        ? warningInFlowable(index)
        : 'error',
    elementId: flow.id,
    message: `Expected ${nameElement(flow)} not to ${verb} ${nameElement(element)}, but it does, and ${fault.rule}. Delete the flow.`,
  }
}

function findFault(element: FlowElement, verb: 'begin at' | 'end at'): { rule: string; isHarmless: boolean } | null {
  if (isActivity(element) && element.isForCompensation) {
    return { rule: 'a compensation handler has no flows', isHarmless: false }
  }
  if (isEventSubProcess(element)) return { rule: 'an event sub-process has no flows', isHarmless: false }
  if (verb === 'end at' && element.type === 'startEvent') {
    return { rule: 'nothing leads to a start event', isHarmless: true }
  }
  if (verb === 'end at' && element.type === 'boundaryEvent') {
    return { rule: 'nothing leads to a boundary event', isHarmless: true }
  }
  if (verb === 'begin at' && element.type === 'endEvent') {
    return { rule: 'nothing follows an end event', isHarmless: true }
  }
  if (verb === 'begin at' && element.type === 'intermediateThrowEvent' && isLink(element)) {
    return { rule: 'a throwing link goes on at its catching link', isHarmless: false }
  }
  return null
}

function isLink(element: Extract<FlowElement, { type: 'intermediateThrowEvent' }>): boolean {
  return element.definitions.some(({ kind }) => kind === 'link')
}
