import type { PlainName } from '../vocabulary/flow-elements.ts'
import type { answerTypes, assignmentRules } from '../vocabulary/words.ts'
import type { MessageDefinition } from './events.ts'
import type {
  ActivityBase,
  Delegate,
  ExpressionText,
  Field,
  IoMapping,
  Script,
  TaskListener,
  VariableMapping,
} from './shared.ts'

/**
 * A rule that finds the assignee of a user task:
 * - `manager`: the manager of the last assignee of the task that `assigneeOf` names, else of the starter of the
 *   process; in the hierarchy `managerIn` where there is one, and `managerLevels` up
 * - `leastLoaded`: the present candidate with the fewest open tasks
 * - `position`: of the users in the positions named `position` of the hierarchy `positionIn`, the present one with the fewest
 * - `property`: of the users whose `userProperty` has the `userPropertyValue`, the present one with the fewest
 */
export type AssignmentRule = (typeof assignmentRules)[number]

export interface UserTask extends ActivityBase {
  readonly type: 'userTask'
  /** The expression for the title of a task. */
  readonly title: ExpressionText | null
  readonly assignee: ExpressionText | null
  /** The id of the user task whose last assignee gets the task if `assignee` yields nobody. */
  readonly assigneeOf: string | null
  /** The rule for the assignee when the task names none. */
  readonly assignBy: AssignmentRule | null
  /** The name of the hierarchy in which a manager is found; null: by the account. */
  readonly managerIn: string | null
  /** The number of levels up to the manager: 1 for the direct one. */
  readonly managerLevels: number
  readonly position: string | null
  /** The name of a hierarchy. */
  readonly positionIn: string | null
  /** The key of a user property. */
  readonly userProperty: string | null
  readonly userPropertyValue: ExpressionText | null
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
  /** `required`, `minlength`, `maxlength`, `min`, `max`, `readonly` and custom ones. */
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
  | AdapterCall
  | { readonly kind: 'decision'; readonly decision: DecisionCall }
  /** `isElsewhere`: its implementation is written for an engine that is not supported, such as Zeebe. */
  | { readonly kind: 'none'; readonly isElsewhere: boolean }

/** The call of an external system by an adapter of the workplace. */
export interface AdapterCall {
  readonly kind: 'adapter'
  /** The key of the adapter. */
  readonly key: string
  readonly inputs: readonly AdapterInput[]
  readonly outputs: readonly AdapterOutput[]
  readonly errors: readonly AdapterError[]
}

export interface AdapterInput {
  /** The parameter of the adapter. */
  readonly parameter: string
  readonly value: ExpressionText
}

export interface AdapterOutput {
  readonly variable: string
  /** Names with dots between them: `rows.0.city`. Empty: the whole answer. */
  readonly path: string
  /** The type of the value; null for any type. */
  readonly type: AnswerType | null
}

export type AnswerType = (typeof answerTypes)[number]

/** Converts failures of an adapter that match all given conditions into a BPMN error. */
export interface AdapterError {
  /** `404`, `5XX`, several with commas. */
  readonly status: string | null
  /** The code of the error at the other side. */
  readonly code: string | null
  readonly condition: ExpressionText | null
  readonly errorCode: string
}

/**
 * A mapping of failures to BPMN errors: `camunda:errorEventDefinition` of an external task, or Flowable's
 * `mapException`.
 */
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

/** Selects the version of a process, decision or form that a call uses. */
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
  /** Whether the worker sees all variables; false: only its inputs. */
  readonly seesVariables: boolean
  readonly inputs: readonly VariableMapping[]
}

export interface ReceiveTask extends ActivityBase {
  readonly type: 'receiveTask'
  readonly message: MessageDefinition | null
  readonly instantiate: boolean
}

/** A task without further properties. */
export interface PlainTask<T extends PlainName<'task'> = PlainName<'task'>> extends ActivityBase {
  readonly type: T
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
  /** The name of the variable that gets the id of the called instance. */
  readonly instanceIdVariable: ExpressionText | null
  /** The title of the called instance, evaluated with its own variables. */
  readonly instanceName: ExpressionText | null
}
