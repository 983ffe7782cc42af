import type { XmlElement } from '@millrace/xml'
import type { ElementType } from '../../model.ts'
import { subProcesses } from '../../vocabulary/elements.ts'
import { isBpmn } from '../../vocabulary/read.ts'
import { readCallActivity } from './call-activity.ts'
import { readBoundaryEvent, readCatchEvent, readEndEvent, readStartEvent, readThrowEvent } from './events.ts'
import { readComplexGateway, readEventBasedGateway, readGateway } from './gateways.ts'
import type { ElementReader } from './reader.ts'
import { readBusinessRuleTask, readSendTask, readServiceTask } from './service-task.ts'
import { readAdHocSubProcess, readSubProcess, readTransaction } from './sub-process.ts'
import { readManualTask, readReceiveTask, readScriptTask, readTask } from './tasks.ts'
import { readUserTask } from './user-task.ts'

/** One reader per flow element of BPMN 2.0. The name of the element is the type in the model. */
const elementReaders = {
  adHocSubProcess: readAdHocSubProcess,
  boundaryEvent: readBoundaryEvent,
  businessRuleTask: readBusinessRuleTask,
  callActivity: readCallActivity,
  complexGateway: readComplexGateway,
  endEvent: readEndEvent,
  eventBasedGateway: readEventBasedGateway,
  exclusiveGateway: readGateway('exclusiveGateway'),
  inclusiveGateway: readGateway('inclusiveGateway'),
  intermediateCatchEvent: readCatchEvent,
  intermediateThrowEvent: readThrowEvent,
  manualTask: readManualTask,
  parallelGateway: readGateway('parallelGateway'),
  receiveTask: readReceiveTask,
  scriptTask: readScriptTask,
  sendTask: readSendTask,
  serviceTask: readServiceTask,
  startEvent: readStartEvent,
  subProcess: readSubProcess,
  task: readTask,
  transaction: readTransaction,
  userTask: readUserTask,
} satisfies Record<ElementType, ElementReader>

const byName: ReadonlyMap<string, ElementReader> = new Map(Object.entries(elementReaders))

/** The reader of a flow element, undefined for anything else. */
export function findReader(element: XmlElement): ElementReader | undefined {
  return isBpmn(element) ? byName.get(element.name) : undefined
}

const scopes: ReadonlySet<string> = new Set(subProcesses)

export function isSubProcess(element: XmlElement): boolean {
  return isBpmn(element) && scopes.has(element.name)
}
