/**
 * The executable model: what the engine runs. Made from BPMN 2.0 XML by `readBpmn`, with the attributes of Camunda 7,
 * Operaton, Flowable, Activiti and our own mapped to one vocabulary. Plain data, so that it can be stored and compared.
 *
 * Texts that hold an expression are `ExpressionText`: they are compiled by the engine, never here.
 */

/** Whose semantics decide where the engines differ. `bpmn` is a model without any vendor's attributes. */
export type Dialect = 'camunda' | 'operaton' | 'flowable' | 'activiti' | 'millrace' | 'bpmn'

/** `uel` texts may mix words and `${…}`; `literal` has nothing to evaluate. Others are named as the model names them. */
export interface ExpressionText {
  readonly language: 'literal' | 'uel' | 'feel' | 'javascript' | (string & {})
  readonly text: string
}

export interface ProcessModel {
  /** The process definition key. */
  readonly id: string
  readonly name: string | null
  readonly documentation: string | null
  readonly isExecutable: boolean
  readonly dialect: Dialect
  /** `targetNamespace` of the definitions. */
  readonly category: string | null
  readonly versionTag: string | null
  /** Days that history is kept after the end of an instance, null when not stated. */
  readonly historyTimeToLive: number | null
  readonly startableInTasklist: boolean
  readonly candidateStarterUsers: readonly ExpressionText[]
  readonly candidateStarterGroups: readonly ExpressionText[]
  readonly jobPriority: ExpressionText | null
  readonly taskPriority: ExpressionText | null
  /** What people call an instance. */
  readonly title: ExpressionText | null
  readonly listeners: readonly ExecutionListener[]
  readonly properties: Readonly<Record<string, string>>
  readonly lanes: readonly Lane[]
  /** Every element of the process and its sub-processes, by id, in document order. */
  readonly elements: Readonly<Record<string, FlowElement>>
  readonly flows: Readonly<Record<string, SequenceFlow>>
  /** Data objects, properties and data stores: each is a variable of the scope that declares it. */
  readonly dataObjects: readonly DataObject[]
}

export interface Lane {
  readonly id: string
  readonly name: string | null
  readonly elementIds: readonly string[]
}

export interface DataObject {
  readonly id: string
  readonly name: string
  /** Process or sub-process that declares it. */
  readonly scopeId: string
  /** Camunda's type name, such as `String` or `Integer`; null when the model gives none. */
  readonly type: string | null
  /** The start value as text; null for none. */
  readonly value: string | null
}

export interface SequenceFlow {
  readonly id: string
  readonly name: string | null
  readonly sourceId: string
  readonly targetId: string
  readonly condition: ExpressionText | null
  readonly listeners: readonly ExecutionListener[]
  readonly skipExpression: ExpressionText | null
}

// --- what elements share ------------------------------------------------------------------------

interface ElementBase {
  readonly id: string
  readonly name: string | null
  readonly documentation: string | null
  /** The process or sub-process around it. */
  readonly scopeId: string
  readonly incoming: readonly string[]
  readonly outgoing: readonly string[]
  readonly async: Async
  readonly listeners: readonly ExecutionListener[]
  readonly io: IoMapping | null
  /** `camunda:properties` and their like. */
  readonly properties: Readonly<Record<string, string>>
}

interface ActivityBase extends ElementBase {
  readonly loop: Loop | null
  readonly boundaryEventIds: readonly string[]
  /** The activity that undoes this one, found by the association from its compensation boundary event. */
  readonly compensationHandlerId: string | null
  readonly isForCompensation: boolean
  readonly defaultFlowId: string | null
  readonly skipExpression: ExpressionText | null
}

export interface Async {
  readonly before: boolean
  readonly after: boolean
  readonly exclusive: boolean
  readonly jobPriority: ExpressionText | null
  /** `R3/PT10M`, `PT1M,PT5M` or an expression that gives one. */
  readonly retryCycle: ExpressionText | null
}

export interface ExecutionListener {
  readonly event: 'start' | 'end' | 'take' | (string & {})
  readonly run: Delegate
}

export interface TaskListener {
  readonly event: 'create' | 'assignment' | 'complete' | 'delete' | 'update' | 'timeout' | 'all' | (string & {})
  readonly run: Delegate
  /** Only for `timeout`. */
  readonly timer: TimerDefinition | null
}

/** Code that a model names. `class` and `delegateExpression` need a binding, because they name Java. */
export type Delegate =
  | { readonly kind: 'expression'; readonly expression: ExpressionText }
  | { readonly kind: 'script'; readonly script: Script }
  | { readonly kind: 'class'; readonly name: string; readonly fields: readonly Field[] }
  | { readonly kind: 'delegateExpression'; readonly expression: ExpressionText; readonly fields: readonly Field[] }

export interface Script {
  /** As the model writes it, lower case: `javascript`, `groovy`, `juel`, … */
  readonly language: string
  /** Null when the text is in a resource of the deployment. */
  readonly text: string | null
  readonly resource: ExpressionText | null
}

export interface Field {
  readonly name: string
  readonly value: ExpressionText
}

export interface IoMapping {
  readonly inputs: readonly Parameter[]
  readonly outputs: readonly Parameter[]
}

export interface Parameter {
  /** Flowable's targets may be expressions. */
  readonly name: string | ExpressionText
  readonly value: ParameterValue
  /** Flowable's out parameters may be local. */
  readonly isLocal?: boolean
  readonly isTransient?: boolean
}

export type ParameterValue =
  | { readonly kind: 'expression'; readonly expression: ExpressionText }
  | { readonly kind: 'script'; readonly script: Script }
  | { readonly kind: 'list'; readonly items: readonly ParameterValue[] }
  | { readonly kind: 'map'; readonly entries: readonly MapEntry[] }

export interface MapEntry {
  readonly key: ExpressionText
  readonly value: ParameterValue
}

/** One line of the in or out mapping of a call activity, signal or message. A target of Flowable may be an expression. */
export type VariableMapping =
  | { readonly kind: 'all'; readonly local: boolean }
  | (PassedVariable & { readonly kind: 'variable'; readonly source: string })
  | (PassedVariable & { readonly kind: 'expression'; readonly source: ExpressionText })
  | { readonly kind: 'businessKey'; readonly expression: ExpressionText }

interface PassedVariable {
  readonly target: string | ExpressionText
  readonly local: boolean
}

export type Loop = StandardLoop | MultiInstance

export interface StandardLoop {
  readonly kind: 'standard'
  readonly testBefore: boolean
  readonly maximum: number | null
  readonly condition: ExpressionText | null
}

export interface MultiInstance {
  readonly kind: 'multi-instance'
  readonly isSequential: boolean
  readonly cardinality: ExpressionText | null
  /** A variable name (`literal`) or an expression that gives a collection. */
  readonly collection: ExpressionText | null
  readonly elementVariable: string | null
  /** Default `loopCounter`. */
  readonly indexVariable: string | null
  readonly completionCondition: ExpressionText | null
  /** Asynchronous continuation of each inner instance. */
  readonly async: Async
  readonly aggregations: readonly Aggregation[]
}

/** What runs leave behind as a list: Flowable's `variableAggregation`, or `loopDataOutputRef` of BPMN. */

export interface Aggregation {
  readonly target: string
  readonly targetExpression: ExpressionText | null
  readonly storeAsTransient: boolean
  /** The list is there while the runs go on, too. */
  readonly createOverview: boolean
  /** BPMN's `outputDataItem`: the variable of a run whose value is its result. Null: the result is a map of `variables`. */
  readonly item: string | null
  readonly variables: readonly { readonly source: string | ExpressionText; readonly target: string }[]
}

// --- events -------------------------------------------------------------------------------------

export type EventDefinition =
  | MessageDefinition
  | TimerDefinition
  | SignalDefinition
  | ErrorDefinition
  | EscalationDefinition
  | ConditionalDefinition
  | CompensateDefinition
  | LinkDefinition
  | VariableListenerDefinition
  | { readonly kind: 'cancel' }
  | { readonly kind: 'terminate'; readonly terminateAll: boolean; readonly terminateMultiInstance: boolean }

export interface MessageDefinition {
  readonly kind: 'message'
  readonly name: ExpressionText | null
  /** What a throwing event runs, in the way of a service task. Null: the message is delivered inside the product. */
  readonly implementation: Implementation | null
  readonly correlation: readonly VariableMapping[]
}

export interface TimerDefinition {
  readonly kind: 'timer'
  readonly timer: 'date' | 'duration' | 'cycle'
  readonly value: ExpressionText
  readonly endDate: ExpressionText | null
  readonly calendar: string | null
}

export interface SignalDefinition {
  readonly kind: 'signal'
  readonly name: ExpressionText | null
  readonly scope: 'global' | 'instance'
  readonly isAsync: boolean
  readonly mappings: readonly VariableMapping[]
}

export interface ErrorDefinition {
  readonly kind: 'error'
  /** Null catches every error. */
  readonly code: ExpressionText | null
  readonly message: ExpressionText | null
  readonly codeVariable: string | null
  readonly messageVariable: string | null
}

export interface EscalationDefinition {
  readonly kind: 'escalation'
  readonly code: ExpressionText | null
  readonly codeVariable: string | null
}

export interface ConditionalDefinition {
  readonly kind: 'conditional'
  readonly condition: ExpressionText
  readonly variableName: string | null
  readonly variableEvents: readonly ('create' | 'update' | 'delete')[]
}

export interface CompensateDefinition {
  readonly kind: 'compensate'
  readonly activityId: string | null
  readonly waitForCompletion: boolean
}

export interface LinkDefinition {
  readonly kind: 'link'
  readonly name: string
}

/** Flowable's variable listener event. */
export interface VariableListenerDefinition {
  readonly kind: 'variable'
  readonly variableName: string
  readonly changeType: 'all' | 'create' | 'update' | 'update-create' | 'delete'
}

interface EventBase extends ElementBase {
  /** None: empty. Several: a multiple event. */
  readonly definitions: readonly EventDefinition[]
  readonly parallelMultiple: boolean
}

export interface StartEvent extends EventBase {
  readonly type: 'startEvent'
  /** Only for start events of event sub-processes. */
  readonly isInterrupting: boolean
  readonly form: Form | null
  /** The variable that receives the user who starts the instance. */
  readonly initiatorVariable: string | null
}

export interface IntermediateCatchEvent extends EventBase {
  readonly type: 'intermediateCatchEvent'
}

export interface IntermediateThrowEvent extends EventBase {
  readonly type: 'intermediateThrowEvent'
}

export interface EndEvent extends EventBase {
  readonly type: 'endEvent'
}

export interface BoundaryEvent extends EventBase {
  readonly type: 'boundaryEvent'
  readonly attachedToId: string
  readonly isInterrupting: boolean
}

// --- tasks --------------------------------------------------------------------------------------

export interface UserTask extends ActivityBase {
  readonly type: 'userTask'
  /** What people call a task of it, beside its name. */
  readonly title: ExpressionText | null
  readonly assignee: ExpressionText | null
  readonly owner: ExpressionText | null
  readonly candidateUsers: readonly ExpressionText[]
  readonly candidateGroups: readonly ExpressionText[]
  readonly dueDate: ExpressionText | null
  readonly followUpDate: ExpressionText | null
  readonly priority: ExpressionText | null
  readonly category: ExpressionText | null
  readonly form: Form | null
  readonly taskListeners: readonly TaskListener[]
  /** Name and documentation may hold expressions. */
  readonly nameText: ExpressionText | null
  readonly descriptionText: ExpressionText | null
  readonly calendar: string | null
  /** Flowable: variables that receive the task's id and who completed it. */
  readonly taskIdVariable: ExpressionText | null
  readonly completerVariable: ExpressionText | null
}

export interface Form {
  readonly key: ExpressionText | null
  /** `camunda:formRef` with its binding. */
  readonly ref: {
    readonly key: ExpressionText
    readonly binding: string
    readonly version: ExpressionText | null
  } | null
  readonly fields: readonly FormField[]
  readonly businessKeyField: string | null
}

/** A field of `formData` (Camunda) or a `formProperty` (Flowable, Activiti). */
export interface FormField {
  readonly id: string
  readonly label: string | null
  /** `string`, `long`, `double`, `boolean`, `date`, `enum` or a type of the model's own. */
  readonly type: string
  readonly datePattern: string | null
  readonly options: readonly { readonly id: string; readonly name: string }[]
  readonly defaultValue: ExpressionText | null
  /** The process variable behind it, when it is not the id. */
  readonly variable: string | null
  readonly expression: ExpressionText | null
  readonly isReadable: boolean
  readonly isWritable: boolean
  readonly isRequired: boolean
  /** `required`, `minlength`, `maxlength`, `min`, `max`, `readonly` and own ones. */
  readonly constraints: readonly { readonly name: string; readonly config: string | null }[]
  readonly properties: Readonly<Record<string, string>>
}

export type Implementation =
  | {
      readonly kind: 'expression'
      readonly expression: ExpressionText
      readonly resultVariable: string | null
      readonly isLocalResult: boolean
    }
  | {
      readonly kind: 'delegateExpression'
      readonly expression: ExpressionText
      readonly fields: readonly Field[]
      readonly resultVariable: string | null
    }
  | {
      readonly kind: 'class'
      readonly name: string
      readonly fields: readonly Field[]
      readonly resultVariable: string | null
    }
  | {
      readonly kind: 'external'
      readonly topic: ExpressionText
      readonly priority: ExpressionText | null
      readonly errorMappings: readonly ErrorMapping[]
    }
  | { readonly kind: 'connector'; readonly id: string; readonly io: IoMapping | null }
  /** `flowable:type`: `http`, `mail`, `dmn`, `shell`, … with its fields. */
  | {
      readonly kind: 'builtIn'
      readonly name: string
      readonly fields: readonly Field[]
      readonly resultVariable: string | null
    }
  | { readonly kind: 'decision'; readonly decision: DecisionCall }
  /** `isElsewhere`: it says what it runs in the words of an engine that is none of ours, such as Zeebe. */
  | { readonly kind: 'none'; readonly isElsewhere: boolean }

/** `camunda:errorEventDefinition` of an external task, or Flowable's `mapException`. */
export interface ErrorMapping {
  readonly errorCode: string
  readonly condition: ExpressionText | null
  readonly exceptionClass: string | null
}

export interface DecisionCall {
  readonly ref: ExpressionText
  readonly binding: Binding
  readonly mapResult: 'singleEntry' | 'singleResult' | 'collectEntries' | 'resultList'
  readonly resultVariable: string | null
  readonly tenantId: ExpressionText | null
  /** Flowable: no rule that fires is an error. */
  readonly throwsWithoutResult: boolean
}

/** Which version of a called process, decision or form. */
export type Binding =
  /** Flowable: the name is the id of a definition, not its key. */
  | { readonly kind: 'id' }
  | { readonly kind: 'latest' }
  | { readonly kind: 'deployment' }
  | { readonly kind: 'version'; readonly version: ExpressionText }
  | { readonly kind: 'versionTag'; readonly versionTag: ExpressionText }

export interface ServiceTask extends ActivityBase {
  readonly type: 'serviceTask' | 'sendTask' | 'businessRuleTask'
  readonly implementation: Implementation
  readonly message: MessageDefinition | null
}

export interface ScriptTask extends ActivityBase {
  readonly type: 'scriptTask'
  readonly script: Script
  readonly resultVariable: string | null
  readonly storesVariables: boolean
  /** False: it sees only its inputs. */
  readonly seesVariables: boolean
  readonly inputs: readonly VariableMapping[]
}

export interface ReceiveTask extends ActivityBase {
  readonly type: 'receiveTask'
  readonly message: MessageDefinition | null
  readonly instantiate: boolean
}

export interface PlainTask extends ActivityBase {
  readonly type: 'manualTask' | 'task'
}

export interface CallActivity extends ActivityBase {
  readonly type: 'callActivity'
  readonly calledElement: ExpressionText | null
  readonly isCase: boolean
  readonly binding: Binding
  readonly tenantId: ExpressionText | null
  readonly businessKey: ExpressionText | null
  readonly inheritsBusinessKey: boolean
  readonly inheritsVariables: boolean
  readonly in: readonly VariableMapping[]
  readonly out: readonly VariableMapping[]
  /** A Java class or bean that would map the variables. */
  readonly mappingDelegate: Delegate | null
  readonly instanceIdVariable: string | null
  readonly instanceName: ExpressionText | null
}

// --- sub-processes ------------------------------------------------------------------------------

interface ScopeBase extends ActivityBase {
  /** Ids of the elements directly inside, in document order. */
  readonly childIds: readonly string[]
}

export interface SubProcess extends ScopeBase {
  readonly type: 'subProcess' | 'transaction'
  readonly triggeredByEvent: boolean
}

export interface AdHocSubProcess extends ScopeBase {
  readonly type: 'adHocSubProcess'
  readonly triggeredByEvent: false
  readonly isSequential: boolean
  readonly completionCondition: ExpressionText | null
  readonly cancelRemaining: boolean
}

// --- gateways -----------------------------------------------------------------------------------

export interface Gateway extends ElementBase {
  readonly type: 'exclusiveGateway' | 'parallelGateway' | 'inclusiveGateway'
  readonly defaultFlowId: string | null
}

export interface EventBasedGateway extends ElementBase {
  readonly type: 'eventBasedGateway'
  readonly instantiate: boolean
  readonly isParallel: boolean
}

export interface ComplexGateway extends ElementBase {
  readonly type: 'complexGateway'
  readonly defaultFlowId: string | null
  readonly activationCondition: ExpressionText | null
}

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

/** A fault of a model that stops its deployment, or a warning that does not. */
export interface ModelProblem {
  /** From the list in `problems.ts`. */
  readonly code: string
  readonly severity: 'error' | 'warning'
  /** Null when no element carries it (the file as a whole). */
  readonly elementId: string | null
  /** Expected …, but …, with what to do. */
  readonly message: string
  readonly line?: number
  readonly column?: number
}

export interface BpmnDocument {
  readonly processes: readonly ProcessModel[]
  readonly warnings: readonly ModelProblem[]
}

export type ReadResult =
  | { readonly ok: true; readonly document: BpmnDocument }
  | {
      readonly ok: false
      readonly problems: readonly ModelProblem[]
      /** What could be read of the processes all the same, to look for further faults in them. */
      readonly processes: readonly ProcessModel[]
    }
