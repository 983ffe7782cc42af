/** What an attribute of the BPMN namespace may hold: anything, `true` or `false`, a whole number, or one of some words. */
export type AttributeKind = 'text' | 'boolean' | 'integer' | readonly string[]

type Attributes = Readonly<Record<string, AttributeKind>>

const text = 'text'
const boolean = 'boolean'
const integer = 'integer'

const base: Attributes = { id: text }
const named: Attributes = { id: text, name: text }
const activity: Attributes = {
  ...named,
  isForCompensation: boolean,
  startQuantity: integer,
  completionQuantity: integer,
  default: text,
}
const task: Attributes = { ...activity, implementation: text }
const subProcess: Attributes = { ...activity, triggeredByEvent: boolean }
const catchEvent: Attributes = { ...named, parallelMultiple: boolean }
const gateway: Attributes = { ...named, gatewayDirection: ['Unspecified', 'Converging', 'Diverging', 'Mixed'] }
const item: Attributes = { ...named, itemSubjectRef: text, isCollection: boolean }
// Of both kinds: a file says by xsi:type which of them it means.
const expression: Attributes = { ...base, language: text, evaluatesToTypeRef: text }

/**
 * Attributes that Semantic.xsd gives to what is executed and what that refers to (BPMN 2.0, 15.3). Elements that are not
 * here hold nothing that runs.
 */
export const bpmnAttributes: Readonly<Record<string, Attributes>> = {
  definitions: {
    ...named,
    targetNamespace: text,
    expressionLanguage: text,
    typeLanguage: text,
    exporter: text,
    exporterVersion: text,
  },
  process: {
    ...named,
    processType: ['None', 'Public', 'Private'],
    isClosed: boolean,
    isExecutable: boolean,
    definitionalCollaborationRef: text,
  },
  // tasks and sub-processes
  task: activity,
  manualTask: activity,
  userTask: task,
  serviceTask: { ...task, operationRef: text },
  businessRuleTask: task,
  sendTask: { ...task, messageRef: text, operationRef: text },
  receiveTask: { ...task, instantiate: boolean, messageRef: text, operationRef: text },
  scriptTask: { ...activity, scriptFormat: text },
  callActivity: { ...activity, calledElement: text },
  subProcess,
  transaction: { ...subProcess, method: text },
  adHocSubProcess: { ...subProcess, cancelRemainingInstances: boolean, ordering: ['Parallel', 'Sequential'] },
  // gateways and flows
  exclusiveGateway: { ...gateway, default: text },
  inclusiveGateway: { ...gateway, default: text },
  complexGateway: { ...gateway, default: text },
  parallelGateway: gateway,
  eventBasedGateway: { ...gateway, instantiate: boolean, eventGatewayType: ['Exclusive', 'Parallel'] },
  sequenceFlow: { ...named, sourceRef: text, targetRef: text, isImmediate: boolean },
  association: { ...base, sourceRef: text, targetRef: text, associationDirection: ['None', 'One', 'Both'] },
  // events
  startEvent: { ...catchEvent, isInterrupting: boolean },
  intermediateCatchEvent: catchEvent,
  boundaryEvent: { ...catchEvent, cancelActivity: boolean, attachedToRef: text },
  intermediateThrowEvent: named,
  endEvent: named,
  messageEventDefinition: { ...base, messageRef: text },
  signalEventDefinition: { ...base, signalRef: text },
  errorEventDefinition: { ...base, errorRef: text },
  escalationEventDefinition: { ...base, escalationRef: text },
  compensateEventDefinition: { ...base, waitForCompletion: boolean, activityRef: text },
  linkEventDefinition: named,
  timerEventDefinition: base,
  conditionalEventDefinition: base,
  cancelEventDefinition: base,
  terminateEventDefinition: base,
  // loops and expressions
  multiInstanceLoopCharacteristics: {
    ...base,
    isSequential: boolean,
    behavior: ['None', 'One', 'All', 'Complex'],
    oneBehaviorEventRef: text,
    noneBehaviorEventRef: text,
  },
  standardLoopCharacteristics: { ...base, testBefore: boolean, loopMaximum: integer },
  conditionExpression: expression,
  condition: expression,
  completionCondition: expression,
  activationCondition: expression,
  loopCardinality: expression,
  loopCondition: expression,
  timeDate: expression,
  timeCycle: expression,
  timeDuration: expression,
  // what is referred to
  message: { ...named, itemRef: text },
  signal: { ...named, structureRef: text },
  error: { ...named, errorCode: text, structureRef: text },
  escalation: { ...named, escalationCode: text, structureRef: text },
  itemDefinition: {
    ...base,
    structureRef: text,
    isCollection: boolean,
    itemKind: ['Information', 'Physical'],
  },
  dataObject: item,
  dataObjectReference: { ...named, itemSubjectRef: text, dataObjectRef: text },
  dataStore: { ...named, capacity: integer, isUnlimited: boolean, itemSubjectRef: text },
  dataStoreReference: { ...named, itemSubjectRef: text, dataStoreRef: text },
  property: { ...named, itemSubjectRef: text },
  inputDataItem: item,
  outputDataItem: item,
}
