import type {
  BoundaryEvent,
  EndEvent,
  EventDefinition,
  IntermediateCatchEvent,
  IntermediateThrowEvent,
  StartEvent,
} from './events.ts'
import type { ComplexGateway, EventBasedGateway, Gateway } from './gateways.ts'
import type { Loop } from './shared.ts'
import type { AdHocSubProcess, SubProcess } from './sub-processes.ts'
import type { CallActivity, PlainTask, ReceiveTask, ScriptTask, ServiceTask, UserTask } from './tasks.ts'

export type FlowElement =
  | StartEvent
  | IntermediateCatchEvent
  | IntermediateThrowEvent
  | EndEvent
  | BoundaryEvent
  | UserTask
  | ServiceTask
  | ScriptTask
  | ReceiveTask
  | PlainTask
  | CallActivity
  | SubProcess
  | AdHocSubProcess
  | Gateway
  | EventBasedGateway
  | ComplexGateway
export type ElementType = FlowElement['type']
export type Activity = Extract<FlowElement, { loop: Loop | null }>
export type Scope = SubProcess | AdHocSubProcess
export type EventElement = Extract<FlowElement, { definitions: readonly EventDefinition[] }>
