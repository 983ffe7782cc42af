import { rulesOf } from '../../dialects/index.ts'
import type { FlowElement } from '../../model.ts'
import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import { isActivity, isEventSubProcess, type ModelIndex } from '../../query.ts'
import { errorInCamunda, warningInFlowable } from '../severity.ts'

/**
 * Checks how a process begins: BPMN 2.0, 10.5.2. Without a start event, it begins with elements without incoming flows,
 * or that instantiate.
 */
export function* checkStartEvents(index: ModelIndex): Iterable<Finding> {
  const { model } = index
  const starts = index.listStartEvents(model.id)
  if (starts.length === 0 && !hasOtherBeginning(index)) {
    yield {
      code: 'start.none',
      severity: warningInFlowable(index),
      elementId: model.id,
      message: `Expected process ${model.id} to have a start event, but it has none. Add one.`,
    }
  }
  const plain = starts.filter(({ definitions }) => definitions.length === 0)
  if (plain.length > 1) {
    yield {
      code: 'start.several-none',
      elementId: plain[1]?.id ?? null,
      message: `Expected at most one start event without a trigger, but there are ${plain.length}: ${plain.map(nameElement).join(', ')}. Keep one of them, or give the others a trigger.`,
    }
  }
  for (const start of starts) {
    const { definitions } = start
    const message = definitions.find((one) => one.kind === 'message')
    if (message?.name === null || message?.name === undefined || message.name.language === 'literal') continue
    yield {
      code: 'start.expression',
      severity: errorInCamunda(index),
      elementId: start.id,
      message: `Expected the message that ${nameElement(start)} waits for to have a fixed name, but it is “${message.name.text}”, and there are no variables before the start. Write the name.`,
    }
  }
}

function hasOtherBeginning(index: ModelIndex): boolean {
  const children = index.listChildren(index.model.id)
  const isInstantiating = (element: FlowElement) => 'instantiate' in element && element.instantiate
  return children.some(
    (element) => isInstantiating(element) || (rulesOf(index.model).beginsWithoutStartEvent && mayBegin(element)),
  )
}

/** Returns whether an element without incoming flows gets a token when its scope begins: BPMN 2.0, 13.2. */
export function mayBegin(element: FlowElement): boolean {
  if (element.incoming.length > 0 || element.type === 'boundaryEvent' || isEventSubProcess(element)) return false
  return !(isActivity(element) && element.isForCompensation)
}
