import type { modellerTexts } from '@millrace/contract/modeller-texts'

export type PaletteGroup = keyof typeof modellerTexts.modeller.palette.groups

export interface PaletteItem {
  readonly key: keyof typeof modellerTexts.modeller.palette.items
  readonly group: PaletteGroup
  /** The icon of the letters of BPMN that bpmn-js brings. */
  readonly icon: string
  /** What bpmn-js makes of it. */
  readonly shape: {
    readonly type: string
    readonly eventDefinitionType?: string
    readonly isExpanded?: boolean
    readonly triggeredByEvent?: boolean
  }
  /** The kind of service that a service task runs. */
  readonly service?: ServiceKind
}

/** The built-in services of the engine, as in the attribute `type`. */
export type ServiceKind = 'http' | 'mail' | 'external'

const timer = { eventDefinitionType: 'bpmn:TimerEventDefinition' } as const
const message = { eventDefinitionType: 'bpmn:MessageEventDefinition' } as const
const signal = { eventDefinitionType: 'bpmn:SignalEventDefinition' } as const
const condition = { eventDefinitionType: 'bpmn:ConditionalEventDefinition' } as const
const escalation = { eventDefinitionType: 'bpmn:EscalationEventDefinition' } as const
const link = { eventDefinitionType: 'bpmn:LinkEventDefinition' } as const
const compensation = { eventDefinitionType: 'bpmn:CompensateEventDefinition' } as const
const termination = { eventDefinitionType: 'bpmn:TerminateEventDefinition' } as const
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

function service(key: PaletteItem['key'], kind: ServiceKind): PaletteItem {
  return { ...item('tasks', key, 'service-task', 'ServiceTask'), service: kind }
}

/** The most frequent elements. The palette shows them, and finds the others by search. */
export const usualItems: ReadonlySet<PaletteItem['key']> = new Set([
  'startEvent',
  'endEvent',
  'timerStart',
  'messageStart',
  'timerCatch',
  'messageCatch',
  'intermediateEvent',
  'errorEnd',
  'userTask',
  'serviceTask',
  'restTask',
  'mailTask',
  'ruleTask',
  'scriptTask',
  'sendTask',
  'receiveTask',
  'callActivity',
  'task',
  'exclusiveGateway',
  'parallelGateway',
  'inclusiveGateway',
  'eventGateway',
  'subProcess',
  'eventSubProcess',
  'participant',
  'dataObject',
  'dataStore',
  'group',
  'annotation',
])

const ofDialects: Readonly<Record<string, readonly ServiceKind[]>> = {
  millrace: ['http', 'mail', 'external'],
  flowable: ['http', 'mail', 'external'],
  activiti: ['mail'],
  camunda: ['external'],
  operaton: ['external'],
}

/** Lists the elements that can be added to a file of a dialect, so that the file can be deployed. */
export function listItems(dialect: string): readonly PaletteItem[] {
  const services = ofDialects[dialect] ?? []
  return paletteItems.filter(({ service: kind }) => kind === undefined || services.includes(kind))
}

/** The elements in the palette, in their order. */
const paletteItems: readonly PaletteItem[] = [
  item('events', 'startEvent', 'start-event-none', 'StartEvent'),
  item('events', 'endEvent', 'end-event-none', 'EndEvent'),
  item('events', 'timerStart', 'start-event-timer', 'StartEvent', timer),
  item('events', 'messageStart', 'start-event-message', 'StartEvent', message),
  item('events', 'timerCatch', 'intermediate-event-catch-timer', 'IntermediateCatchEvent', timer),
  item('events', 'messageCatch', 'intermediate-event-catch-message', 'IntermediateCatchEvent', message),
  item('events', 'signalStart', 'start-event-signal', 'StartEvent', signal),
  item('events', 'conditionStart', 'start-event-condition', 'StartEvent', condition),
  item('events', 'signalCatch', 'intermediate-event-catch-signal', 'IntermediateCatchEvent', signal),
  item('events', 'conditionCatch', 'intermediate-event-catch-condition', 'IntermediateCatchEvent', condition),
  item('events', 'linkCatch', 'intermediate-event-catch-link', 'IntermediateCatchEvent', link),
  item('events', 'messageThrow', 'intermediate-event-throw-message', 'IntermediateThrowEvent', message),
  item('events', 'signalThrow', 'intermediate-event-throw-signal', 'IntermediateThrowEvent', signal),
  item('events', 'escalationThrow', 'intermediate-event-throw-escalation', 'IntermediateThrowEvent', escalation),
  item('events', 'compensationThrow', 'intermediate-event-throw-compensation', 'IntermediateThrowEvent', compensation),
  item('events', 'linkThrow', 'intermediate-event-throw-link', 'IntermediateThrowEvent', link),
  item('events', 'intermediateEvent', 'intermediate-event-none', 'IntermediateThrowEvent'),
  item('events', 'errorEnd', 'end-event-error', 'EndEvent', error),
  item('events', 'messageEnd', 'end-event-message', 'EndEvent', message),
  item('events', 'signalEnd', 'end-event-signal', 'EndEvent', signal),
  item('events', 'escalationEnd', 'end-event-escalation', 'EndEvent', escalation),
  item('events', 'terminateEnd', 'end-event-terminate', 'EndEvent', termination),
  item('tasks', 'userTask', 'user-task', 'UserTask'),
  service('restTask', 'http'),
  service('mailTask', 'mail'),
  service('externalTask', 'external'),
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
  item('gateways', 'complexGateway', 'gateway-complex', 'ComplexGateway'),
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
