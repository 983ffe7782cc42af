import type { TimerDefinition } from './events.ts'

/**
 * The dialect of a model, whose semantics decide where engines differ. `bpmn` is a model without attributes of vendors.
 */
export type Dialect = 'camunda' | 'operaton' | 'flowable' | 'activiti' | 'millrace' | 'bpmn'

/**
 * An expression with its language. `uel` texts may mix text and `${…}`; `literal` has nothing to evaluate. Other
 * languages have the name that the model gives.
 */
export interface ExpressionText {
  readonly language: 'literal' | 'uel' | 'feel' | 'javascript' | (string & {})
  readonly text: string
}

export interface ElementBase {
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

export interface ActivityBase extends ElementBase {
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
  /** The language in the model, in lower case: `javascript`, `groovy`, `juel`, … */
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

/** A line of the in or out mapping of a call activity, signal or message. Targets of Flowable may be expressions. */
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

/**
 * The aggregation of the results of runs into a list: Flowable's `variableAggregation`, or `loopDataOutputRef` of BPMN.
 */
export interface Aggregation {
  readonly target: string
  readonly targetExpression: ExpressionText | null
  readonly storeAsTransient: boolean
  /** Whether the list exists already while the runs are in progress. */
  readonly createOverview: boolean
  /**
   * BPMN's `outputDataItem`: the variable of a run whose value is its result. Null: the result is a map of `variables`.
   */
  readonly item: string | null
  readonly variables: readonly { readonly source: string | ExpressionText; readonly target: string }[]
}
