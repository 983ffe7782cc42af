import {
  isFormal,
  listModdleChildren,
  listProperties,
  type ModdleElement,
  type ModdleProperty,
  readModdleAttribute,
  type ThemedProperty,
} from '@millrace/bpmn/moddle'
import { kindNames } from '../services/service-kinds.ts'

/** The kinds of editors of a property. */
export type RowKind =
  | 'text'
  | 'integer'
  | 'flag'
  | 'choice'
  | 'expression'
  /** Several, with commas between them. */
  | 'names'
  | 'reference'
  /** The text of a child that holds a formal expression. */
  | 'formal'
  /** The text of a child that holds nothing else. */
  | 'inner'
  /** The script of a script task, which moddle holds as a text. */
  | 'code'
  | 'documentation'
  /** Children that have properties of their own. */
  | 'parts'

export interface PanelRow {
  readonly theme: ThemedProperty['theme']
  readonly property: ModdleProperty
  readonly kind: RowKind
  readonly isSet: boolean
  /** Shown when it is set, or when everything is asked for. */
  readonly isRare: boolean
}

/**
 * Lists the properties of an element that can be edited in the panel, from the vocabulary: all properties except those
 * that the diagram shows, and duplicates of other properties.
 */
export function listRows(element: ModdleElement): PanelRow[] {
  const properties = listProperties(element.$type)
  // What a service needs stands with what it is. A listener has fields as well, and is none.
  const isService = properties.some(({ theme, property }) => theme === 'services' && property.name === 'type')
  const rows = properties.flatMap(({ theme, property }): PanelRow[] => {
    const kind = kindOf(property)
    if (kind === null) return []
    return [
      {
        theme: isService && kindNames.has(property.name) ? 'services' : theme,
        property,
        kind,
        isSet: isSet(element, property, kind),
        isRare: rare.has(property.name),
      },
    ]
  })
  // An activity has one loop: while it has it, the other kind is not offered.
  const hasLoop = rows.some((row) => loops.has(row.property.name) && row.isSet)
  return hasLoop ? rows.filter((row) => row.isSet || !loops.has(row.property.name)) : rows
}

const loops: ReadonlySet<string> = new Set(['multiInstanceLoopCharacteristics', 'standardLoopCharacteristics'])

/** Set by the drawing, or another way of saying the same, which is kept as it is. */
const left: ReadonlySet<string> = new Set(
  [
    'activityRefElement attachedToRef sourceRef targetRef associationDirection triggeredByEvent isForCompensation',
    'eventDefinitionRef partitionElementRef flowNodeRef definitionalCollaborationRef itemSubjectRef itemRef operationRef',
    'oneBehaviorEventRef noneBehaviorEventRef loopDataInputRef loopDataOutputRef inputDataItem outputDataItem',
    'dataObjectRef dataStoreRef humanPerformer performer potentialOwner potentialStarter resourceAssignmentExpression',
    'resourceRef formalExpression parallelMultiple gatewayDirection isImmediate evaluatesToTypeRef method implementation',
    'processType isClosed startQuantity completionQuantity writeable variableListenerEventDefinition itemKind dialect structureRef',
  ].flatMap((names) => names.split(' ')),
)

const rare: ReadonlySet<string> = new Set(
  [
    'class delegateExpression field variableMappingClass variableMappingDelegateExpression connector mapException rules',
    'ruleVariablesInput errorVariableName caseRef caseBinding caseVersion caseVersionTag caseTenantId eventType isUnlimited',
    'calledElementTenantId decisionRefTenantId sameDeployment autoStoreVariables doNotIncludeVariables skipExpression',
    'externalWorkerInParameter externalWorkerOutParameter historyTimeToLive restrictedVariables jobPriority taskIdVariable completerVariable',
    'formKey formData formProperty instanceIdVariable instanceName useLocalScopeForOutParameters useLocalScopeForResultVariable behavior',
    'variableAggregation terminateMultiInstance capacity language standardLoopCharacteristics resource',
    'eventGatewayType async transient local calledElementType initiator taskPriority',
  ].flatMap((names) => names.split(' ')),
)

const references: ReadonlySet<string> = new Set(['messageRef', 'signalRef', 'errorRef', 'escalationRef', 'activityRef'])

function kindOf(property: ModdleProperty): RowKind | null {
  const { name, place, value } = property
  if (left.has(name)) return null
  if (place === 'child') {
    if (references.has(name)) return null
    if (isFormal(property)) return 'formal'
    if (name === 'script') return 'code'
    return name === 'documentation' ? 'documentation' : 'parts'
  }
  if (place === 'extensionElement' || place === 'partElement') return inner.has(name) ? 'inner' : 'parts'
  // The old name of another, and what stands as an element in every editor's files.
  if (place === 'extension' && (name === 'calledElement' || name === 'failedJobRetryTimeCycle')) return null
  if (value === 'boolean') return 'flag'
  if (value === 'expressions') return 'names'
  if (value === 'element' || value === 'elements' || value === 'formal') return null
  return value
}

/** Elements of the vendors that hold a text and nothing else. */
const inner: ReadonlySet<string> = new Set(['failedJobRetryTimeCycle', 'connectorId', 'string'])

function isSet(element: ModdleElement, property: ModdleProperty, kind: RowKind): boolean {
  if (kind === 'code') return typeof element.get('script') === 'string'
  if (isElementPlace(property)) return listModdleChildren(element, property).length > 0
  if (!isAttributePlace(property)) return false
  const text = readModdleAttribute(element, property)
  return text !== null && !(kind === 'flag' && (text === 'true') === property.byDefault)
}

type PlacedAs<P> = ModdleProperty & { readonly place: P }

export function isElementPlace(
  property: ModdleProperty,
): property is PlacedAs<'child' | 'extensionElement' | 'partElement'> {
  return property.place === 'child' || property.place === 'extensionElement' || property.place === 'partElement'
}

export function isAttributePlace(property: ModdleProperty): property is PlacedAs<'attribute' | 'extension' | 'part'> {
  return !isElementPlace(property)
}
