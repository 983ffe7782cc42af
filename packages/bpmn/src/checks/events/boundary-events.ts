import type { BoundaryEvent, FlowElement } from '../../model.ts'
import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import { isActivity, isEventSubProcess, type ModelIndex } from '../../query.ts'
import { errorInCamunda, warningInFlowable } from '../severity.ts'

/** Checks that boundary events are attached to an activity of their scope: BPMN 2.0, 10.5.4. */
export function* checkBoundaryEvents(index: ModelIndex): Iterable<Finding> {
  for (const event of Object.values(index.model.elements)) {
    if (event.type !== 'boundaryEvent') continue
    const host = index.findElement(event.attachedToId)
    const fault = findFault(event, host)
    if (fault !== null) {
      yield {
        code: 'boundary.attachment',
        severity: host !== undefined && isEventSubProcess(host) ? warningInFlowable(index) : 'error',
        elementId: event.id,
        message: `Expected ${nameElement(event)} to be attached to an activity of its own process or sub-process, but ${fault}. Attach it again.`,
      }
    } else if (host !== undefined) {
      yield* checkKind(index, event, host)
    }
  }
}

function findFault(event: BoundaryEvent, host: FlowElement | undefined): string | null {
  if (event.attachedToId === '') return 'attachedToRef is missing'
  if (host === undefined) return `there is no element “${event.attachedToId}”`
  if (!isActivity(host)) return `${nameElement(host)} is a ${host.type}`
  if (isEventSubProcess(host)) return `${nameElement(host)} is an event sub-process`
  return host.scopeId === event.scopeId ? null : `${nameElement(host)} is in another scope`
}

const escalating = new Set<FlowElement['type']>([
  'subProcess',
  'transaction',
  'adHocSubProcess',
  'callActivity',
  'userTask',
])

function* checkKind(index: ModelIndex, event: BoundaryEvent, host: FlowElement): Iterable<Finding> {
  for (const { kind } of event.definitions) {
    if (kind === 'cancel' && host.type !== 'transaction') {
      yield {
        code: 'event.cancel',
        elementId: event.id,
        message: `Expected the cancel boundary event ${nameElement(event)} to be attached to a transaction, but ${nameElement(host)} is a ${host.type}. Make it a transaction or use an error.`,
      }
    }
    if (kind === 'escalation' && !escalating.has(host.type)) {
      yield {
        code: 'boundary.attachment',
        severity: errorInCamunda(index),
        elementId: event.id,
        message: `Expected an escalation boundary event on a sub-process, call activity or user task, but ${nameElement(host)} is a ${host.type}, which throws no escalations.`,
      }
    }
    if ((kind === 'error' || kind === 'cancel') && !event.isInterrupting) {
      yield {
        code: 'event.must-interrupt',
        severity: 'warning',
        elementId: event.id,
        message: `Expected the ${kind} boundary event ${nameElement(event)} to interrupt, but cancelActivity is false. Remove the attribute.`,
      }
    }
  }
}
