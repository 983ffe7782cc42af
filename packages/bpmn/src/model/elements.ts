import type { PlainName } from '../vocabulary/flow-elements.ts'
import type { BoundaryEvent, EventDefinition, PlainEvent, StartEvent } from './events.ts'
import type { ComplexGateway, EventBasedGateway, Gateway } from './gateways.ts'
import type { Loop } from './shared.ts'
import type { AdHocSubProcess, SubProcess } from './sub-processes.ts'
import type { CallActivity, PlainTask, ReceiveTask, ScriptTask, ServiceTask, UserTask } from './tasks.ts'

export type FlowElement =
  | Plain
  | StartEvent
  | BoundaryEvent
  | UserTask
  | ServiceTask
  | ScriptTask
  | ReceiveTask
  | CallActivity
  | SubProcess
  | AdHocSubProcess
  | EventBasedGateway
  | ComplexGateway

/** One type for each name, by which alone they are distinguished. */
type Plain =
  | { [T in PlainName<'task'>]: PlainTask<T> }[PlainName<'task'>]
  | { [T in PlainName<'event'>]: PlainEvent<T> }[PlainName<'event'>]
  | { [T in PlainName<'gateway'>]: Gateway<T> }[PlainName<'gateway'>]

export type ElementType = FlowElement['type']
export type Activity = Extract<FlowElement, { loop: Loop | null }>
export type Scope = SubProcess | AdHocSubProcess
export type EventElement = Extract<FlowElement, { definitions: readonly EventDefinition[] }>
