import type { modellerTexts } from '@millrace/contract/modeller-texts'

export type PaletteGroup = keyof typeof modellerTexts.modeller.palette.groups

export interface PaletteItem {
  readonly key: keyof typeof modellerTexts.modeller.palette.items
  readonly group: PaletteGroup
  /** Of the letters of BPMN that bpmn-js brings. */
  readonly icon: string
  /** What bpmn-js makes of it. */
  readonly shape: {
    readonly type: string
    readonly eventDefinitionType?: string
    readonly isExpanded?: boolean
    readonly triggeredByEvent?: boolean
  }
}

const timer = { eventDefinitionType: 'bpmn:TimerEventDefinition' } as const
const message = { eventDefinitionType: 'bpmn:MessageEventDefinition' } as const
const error = { eventDefinitionType: 'bpmn:ErrorEventDefinition' } as const

function item(
  group: PaletteGroup,
  key: PaletteItem['key'],
  icon: string,
  type: string,
  more: object = {},
): PaletteItem {
  return { group, key, icon: `bpmn-icon-${icon}`, shape: { type: `bpmn:${type}`, ...more } }
}

/** What can be put into a drawing, in the order of the palette. */
export const paletteItems: readonly PaletteItem[] = [
  item('events', 'startEvent', 'start-event-none', 'StartEvent'),
  item('events', 'endEvent', 'end-event-none', 'EndEvent'),
  item('events', 'timerStart', 'start-event-timer', 'StartEvent', timer),
  item('events', 'messageStart', 'start-event-message', 'StartEvent', message),
  item('events', 'timerCatch', 'intermediate-event-catch-timer', 'IntermediateCatchEvent', timer),
  item('events', 'messageCatch', 'intermediate-event-catch-message', 'IntermediateCatchEvent', message),
  item('events', 'intermediateEvent', 'intermediate-event-none', 'IntermediateThrowEvent'),
  item('events', 'errorEnd', 'end-event-error', 'EndEvent', error),
  item('tasks', 'userTask', 'user-task', 'UserTask'),
  item('tasks', 'serviceTask', 'service-task', 'ServiceTask'),
  item('tasks', 'ruleTask', 'business-rule-task', 'BusinessRuleTask'),
  item('tasks', 'scriptTask', 'script-task', 'ScriptTask'),
  item('tasks', 'sendTask', 'send-task', 'SendTask'),
  item('tasks', 'receiveTask', 'receive-task', 'ReceiveTask'),
  item('tasks', 'callActivity', 'call-activity', 'CallActivity'),
  item('tasks', 'task', 'task', 'Task'),
  item('gateways', 'exclusiveGateway', 'gateway-xor', 'ExclusiveGateway'),
  item('gateways', 'parallelGateway', 'gateway-parallel', 'ParallelGateway'),
  item('gateways', 'inclusiveGateway', 'gateway-or', 'InclusiveGateway'),
  item('gateways', 'eventGateway', 'gateway-eventbased', 'EventBasedGateway'),
  item('containers', 'subProcess', 'subprocess-expanded', 'SubProcess', { isExpanded: true }),
  item('containers', 'eventSubProcess', 'event-subprocess-expanded', 'SubProcess', {
    isExpanded: true,
    triggeredByEvent: true,
  }),
  item('containers', 'participant', 'participant', 'Participant'),
  item('data', 'dataObject', 'data-object', 'DataObjectReference'),
  item('data', 'dataStore', 'data-store', 'DataStoreReference'),
  item('data', 'group', 'group', 'Group'),
  item('data', 'annotation', 'text-annotation', 'TextAnnotation'),
]
