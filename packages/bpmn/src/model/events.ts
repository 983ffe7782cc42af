import type { PlainName } from '../vocabulary/flow-elements.ts'
import type { ElementBase, ExpressionText, VariableMapping } from './shared.ts'
import type { Form, Implementation } from './tasks.ts'

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
  /**
   * The implementation of a throwing event, as of a service task. Null: the message is delivered inside the product.
   */
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

export interface EventBase extends ElementBase {
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

/** An event whose only properties are its event definitions. */
export interface PlainEvent<T extends PlainName<'event'> = PlainName<'event'>> extends EventBase {
  readonly type: T
}

export interface BoundaryEvent extends EventBase {
  readonly type: 'boundaryEvent'
  readonly attachedToId: string
  readonly isInterrupting: boolean
}
