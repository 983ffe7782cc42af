import type { FlowElement } from './elements.ts'
import type { Dialect, ExecutionListener, ExpressionText } from './shared.ts'

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
  /** Names of variables that only users with the right may read; a `*` at the start or end matches any text. */
  readonly restrictedVariables: readonly string[]
  readonly startableInTasklist: boolean
  readonly candidateStarterUsers: readonly ExpressionText[]
  readonly candidateStarterGroups: readonly ExpressionText[]
  readonly jobPriority: ExpressionText | null
  readonly taskPriority: ExpressionText | null
  /** The expression for the title of an instance. */
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
