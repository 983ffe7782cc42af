import type { XmlElement } from '@millrace/xml'
import { subProcesses } from '../../vocabulary/elements.ts'
import { listPlainNames, type OwnName } from '../../vocabulary/flow-elements.ts'
import { isBpmn } from '../../vocabulary/read.ts'
import { readCallActivity } from './call-activity.ts'
import { readBoundaryEvent, readStartEvent } from './events.ts'
import { readComplexGateway, readEventBasedGateway } from './gateways.ts'
import { createPlainReader } from './plain.ts'
import type { ElementReader } from './reader.ts'
import { readBusinessRuleTask, readSendTask, readServiceTask } from './service-task.ts'
import { readAdHocSubProcess, readSubProcess, readTransaction } from './sub-process.ts'
import { readReceiveTask, readScriptTask } from './tasks.ts'
import { readUserTask } from './user-task.ts'

/**
 * One reader for each flow element that has properties of its own. The name of the element is the type in the model.
 */
const elementReaders = {
  adHocSubProcess: readAdHocSubProcess,
  boundaryEvent: readBoundaryEvent,
  businessRuleTask: readBusinessRuleTask,
  callActivity: readCallActivity,
  complexGateway: readComplexGateway,
  eventBasedGateway: readEventBasedGateway,
  receiveTask: readReceiveTask,
  scriptTask: readScriptTask,
  sendTask: readSendTask,
  serviceTask: readServiceTask,
  startEvent: readStartEvent,
  subProcess: readSubProcess,
  transaction: readTransaction,
  userTask: readUserTask,
} satisfies Record<OwnName, ElementReader>

const byName: ReadonlyMap<string, ElementReader> = new Map([
  ...Object.entries(elementReaders),
  ...listPlainNames().map((name) => [name, createPlainReader(name)] as const),
])

/** Returns the reader of a flow element, undefined for anything else. */
export function findReader(element: XmlElement): ElementReader | undefined {
  return isBpmn(element) ? byName.get(element.name) : undefined
}

const scopes: ReadonlySet<string> = new Set(subProcesses)

export function isSubProcess(element: XmlElement): boolean {
  return isBpmn(element) && scopes.has(element.name)
}
