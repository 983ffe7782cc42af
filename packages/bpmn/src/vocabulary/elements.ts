import { flowElements, listNames, rowOf } from './flow-elements.ts'

/** The elements of the schema BPMN20.xsd and Semantic.xsd, by local name (BPMN 2.0, 15.3). */
export const schemaElementNames: ReadonlySet<string> = new Set(
  `activationCondition adHocSubProcess artifact assignment association auditing baseElement boundaryEvent
  businessRuleTask callActivity callChoreography callConversation callableElement cancelEventDefinition category
  categoryValue categoryValueRef catchEvent childLaneSet choreography choreographyActivity choreographyRef
  choreographyTask collaboration compensateEventDefinition completionCondition complexBehaviorDefinition
  complexGateway condition conditionExpression conditionalEventDefinition conversation conversationAssociation
  conversationLink conversationNode correlationKey correlationProperty correlationPropertyBinding
  correlationPropertyRef correlationPropertyRetrievalExpression correlationSubscription dataAssociation dataInput
  dataInputAssociation dataInputRefs dataObject dataObjectReference dataOutput dataOutputAssociation dataOutputRefs
  dataPath dataState dataStore dataStoreReference definitions documentation endEvent endPoint endPointRef error
  errorEventDefinition errorRef escalation escalationEventDefinition event eventBasedGateway eventDefinition
  eventDefinitionRef exclusiveGateway expression extension extensionElements flowElement flowNode flowNodeRef
  formalExpression from gateway globalBusinessRuleTask globalChoreographyTask globalConversation globalManualTask
  globalScriptTask globalTask globalUserTask group humanPerformer implicitThrowEvent import inMessageRef incoming
  inclusiveGateway inputDataItem inputOutputBinding inputSet inputSetRefs innerConversationNodeRef
  innerParticipantRef interface interfaceRef intermediateCatchEvent intermediateThrowEvent ioBinding
  ioSpecification itemDefinition lane laneSet linkEventDefinition loopCardinality loopCharacteristics loopCondition
  loopDataInputRef loopDataOutputRef manualTask message messageEventDefinition messageFlow messageFlowAssociation
  messageFlowRef messagePath monitoring multiInstanceLoopCharacteristics operation operationRef optionalInputRefs
  optionalOutputRefs outMessageRef outerConversationNodeRef outerParticipantRef outgoing outputDataItem outputSet
  outputSetRefs parallelGateway participant participantAssociation participantMultiplicity participantRef
  partitionElement partnerEntity partnerRole performer potentialOwner process property receiveTask relationship
  rendering resource resourceAssignmentExpression resourceParameter resourceParameterBinding resourceRef
  resourceRole rootElement script scriptTask sendTask sequenceFlow serviceTask signal signalEventDefinition source
  sourceRef standardLoopCharacteristics startEvent subChoreography subConversation subProcess
  supportedInterfaceRef supports target targetRef task terminateEventDefinition text textAnnotation throwEvent
  timeCycle timeDate timeDuration timerEventDefinition to transaction transformation userTask
  whileExecutingInputRefs whileExecutingOutputRefs`.split(/\s+/),
)

/** The names of all BPMN elements: those of the schema, and our additions. */
export const bpmnElementNames: ReadonlySet<string> = new Set([...schemaElementNames, ...Object.keys(flowElements)])

export const subProcesses = listNames('subProcess')
export const activities = listNames('task', 'callActivity', 'subProcess')

export const events = listNames('event')
export const catchEvents = events.filter((name) => rowOf(name).catches)

export const gateways = listNames('gateway')
/** The gateways that can have a default flow. */
export const choosingGateways = gateways.filter((name) => rowOf(name).chooses)

export const flowNodes = [...activities, ...events, ...gateways]
export const eventDefinitions = [
  'messageEventDefinition',
  'signalEventDefinition',
  'errorEventDefinition',
  'escalationEventDefinition',
  'compensateEventDefinition',
  'linkEventDefinition',
  'timerEventDefinition',
  'conditionalEventDefinition',
  'cancelEventDefinition',
  'terminateEventDefinition',
] as const

/** Elements whose implementation the model names, such as service tasks. */
export const services = ['serviceTask', 'sendTask', 'businessRuleTask', 'messageEventDefinition'] as const

export const timerTexts = ['timeDate', 'timeCycle', 'timeDuration'] as const
/** Elements whose text is a formal expression. */
export const formalExpressions = [
  'conditionExpression',
  'condition',
  'completionCondition',
  'activationCondition',
  'loopCardinality',
  'loopCondition',
  ...timerTexts,
] as const

/** Elements that may contain anything, including markup in the default namespace. */
export const openElements: ReadonlySet<string> = new Set([
  ...formalExpressions,
  'extensionElements',
  'documentation',
  'text',
  'script',
  'rendering',
  'formalExpression',
  'expression',
  'from',
  'to',
  'transformation',
])
