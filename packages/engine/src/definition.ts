import type { ExpressionText, FlowElement, ProcessModel, Script, SequenceFlow } from '@millrace/bpmn'
import type { DmnModel } from '@millrace/dmn'
import type { BusinessCalendar } from '@millrace/time'
import { semanticsOf } from './semantics/dialects.ts'
import type { Semantics } from './semantics/semantics.ts'

/** A deployed process definition, ready to run. */
export interface Definition {
  readonly id: string
  readonly key: string
  readonly version: number
  readonly deploymentId: string
  readonly tenantId: string | null
  readonly model: ProcessModel
  /** The rules of the model's dialect. */
  readonly semantics: Semantics
}

/** Creates a definition from its parts. The semantics follow from the model. */
export function createDefinition(parts: Omit<Definition, 'semantics'>): Definition {
  return { ...parts, semantics: semanticsOf(parts.model) }
}

/** A deployed decision definition. */
export interface DecisionDefinition {
  readonly id: string
  readonly key: string
  readonly version: number
  /** The result of `parseDmn` for the file. Null: the model is so large that only worker threads keep it. */
  readonly model: DmnModel | null
}

/** The version of a process or decision that a call refers to. */
export type DefinitionRef =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'latest'; readonly key: string; readonly tenantId: string | null }
  | { readonly by: 'deployment'; readonly key: string; readonly deploymentId: string }
  | { readonly by: 'version'; readonly key: string; readonly version: number; readonly tenantId: string | null }
  | { readonly by: 'versionTag'; readonly key: string; readonly versionTag: string; readonly tenantId: string | null }

/** A manager of a user: of whom, in which hierarchy, and how many levels up. */
export interface Superior {
  readonly username: string
  /** The name of the hierarchy; null: the managers of accounts. */
  readonly hierarchy: string | null
  readonly levels: number
}

/**
 * What the engine may look up during a run. `undefined`: not loaded, so the run stops and asks the caller to fetch it.
 * `null`: does not exist.
 */
export interface Sources {
  process(ref: DefinitionRef): Definition | null | undefined
  decision(ref: DefinitionRef): DecisionDefinition | null | undefined
  /**
   * Returns whether the version of a reference is closed for new starts: a suspended process, or a decision that its
   * application no longer has. Missing: no version is closed.
   */
  isClosed?(kind: 'process' | 'decision', ref: DefinitionRef): boolean | undefined
  /** Text of a file of a deployment, for scripts kept there. */
  resource(deploymentId: string, name: string): string | null | undefined
  /**
   * Returns the binding of a Java class or bean, `${bean}` for a delegate expression. Null: it has no binding.
   * Undefined: bindings are not available.
   */
  binding?(name: string): JavaBinding | null | undefined
  /** The business calendar of a name, for timers and due dates that count working time. Left out: there is none. */
  calendar?(name: string): BusinessCalendar | null | undefined
  /** Global properties by key, plain, which expressions read as `globals`. Left out: that name means nothing. */
  globals?(): Globals | undefined
  /**
   * Returns whether a name of a variable is restricted: texts of failures do not contain its value. Null: no name is.
   * Left out: the same.
   */
  restricted?(): ((name: string) => boolean) | null | undefined
  /**
   * Returns rows of a data list; null when the list or column does not exist. Missing: data lists are not available.
   */
  listRows?(ref: ListRowsRef): readonly ListRow[] | null | undefined
  /** Returns the assignee of the last task of a user task that an instance has completed; null when there is none. */
  lastAssignee?(instanceId: string, elementId: string): string | null | undefined
  /** Returns the manager of a user who may work on tasks; null for none. Missing: no user has a manager. */
  manager?(superior: Superior): string | null | undefined
  /**
   * Returns the available candidates with their numbers of open tasks: those with the fewest first, then by name.
   * Missing: no candidates are known.
   */
  workloads?(candidates: Candidates): readonly Workload[] | undefined
}

export interface Candidates {
  /** For a process: a user can be absent for its tasks only. */
  readonly processKey: string
  readonly users: readonly string[]
  readonly groups: readonly string[]
  /** Users beside them. */
  readonly members?: Members
}

/** Selects users: those in the positions with a name of a hierarchy, or those with a value of a user property. */
export type Members =
  | { readonly by: 'position'; readonly hierarchy: string; readonly position: string }
  | { readonly by: 'property'; readonly key: string; readonly value: string }

export interface Workload {
  readonly username: string
  readonly openTasks: number
}

/** The global properties of a workplace. Secrets are marks, which are replaced outside of the engine. */
export type Globals = Readonly<Record<string, unknown>>

/** A query for rows of a data list with a value in a column, in the order of the list. */
export interface ListRowsRef {
  /** Key of the list. */
  readonly list: string
  /** Key of the column. */
  readonly column: string
  readonly value: string
  readonly most: number
}

/** The cells of a row by column key: texts, numbers, booleans, dates as texts, null when empty. */
export type ListRow = Readonly<Record<string, string | number | boolean | null>>

/** What runs in place of a Java class or bean that a model names. Fields of the model are variables for it. */
export type JavaBinding =
  | { readonly kind: 'expression'; readonly expression: ExpressionText }
  | { readonly kind: 'script'; readonly script: Script }
  /** Only for tasks and throwing events: a worker outside carries it out. */
  | { readonly kind: 'external'; readonly topic: string }

export function getElement(definition: Definition, elementId: string): FlowElement {
  const element = definition.model.elements[elementId]
  if (element === undefined)
    throw new Error(`Expected element ${elementId} in ${definition.id}, but the model has none.`)
  return element
}

export function getFlow(definition: Definition, flowId: string): SequenceFlow {
  const flow = definition.model.flows[flowId]
  if (flow === undefined) throw new Error(`Expected flow ${flowId} in ${definition.id}, but the model has none.`)
  return flow
}
