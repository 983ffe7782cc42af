import type { Dialect } from '../model.ts'

/**
 * Differences between vendors in reading and refusing the same XML. Each property is one rule; its comment names the
 * vendor. Differences at run time are in `Semantics` of the engine.
 */
export interface DialectRules {
  // --- processes ---

  /**
   * A process without `isExecutable` runs (Flowable). A model without any vendor's attributes runs when nothing says
   * that it should not.
   */
  readonly isExecutableByDefault: boolean
  /** Whether defaults are reported, for models of no vendor. */
  readonly reportsDefaults: boolean
  /** Ends of an association have to be elements of the file (Camunda). */
  readonly associationsNeedEnds: boolean
  /** A process or sub-process may begin at an element without incoming flows (BPMN 2.0, 13.2). Not in Camunda. */
  readonly beginsWithoutStartEvent: boolean
  /** Sub-processes are refused without a start event (Camunda). */
  readonly subProcessesNeedStartEvents: boolean
  /** Flows need ids: a job of an asynchronous continuation remembers the flow to take by it (Camunda). */
  readonly flowsNeedIds: boolean

  // --- how severe a fault is ---

  /** Whether models are refused that only Camunda and Operaton refuse. */
  readonly refusesDoubtful: boolean
  /** Whether errors are ignored that Flowable and Activiti ignore. */
  readonly letsFaultsPass: boolean
  /** Scripts that cannot be read are refused (ours). */
  readonly refusesUnreadableScripts: boolean
  /** Whether unreadable times are refused everywhere (our dialect), instead of only at the start of a process. */
  readonly refusesUnreadableTimes: boolean

  // --- activities ---

  /** A task without an implementation passes immediately, which unfinished drawings need. */
  readonly tasksMayDoNothing: boolean
  /** Services that go by the `type` of a task, where these are all (Camunda). */
  readonly builtIns: readonly string[] | null
  /** Each run of a multi-instance activity continues asynchronously, not the activity as a whole (Flowable). */
  readonly loopsContinueByRun: boolean
  /**
   * Whether the outputs of the runs of a loop in `outputDataItem` are combined in a list (BPMN 2.0, 13.3.7). The
   * vendors' engines ignore it.
   */
  readonly loopsGatherOutputs: boolean
  /** `in` and `out` of any activity are its inputs and outputs (Flowable). */
  readonly mapsInAndOutOfActivities: boolean
  /** Services can be connectors, such as `http-connector` (Camunda). */
  readonly hasConnectors: boolean
  /** Form fields need a type (Camunda). */
  readonly fieldsNeedTypes: boolean
  /** A script that is empty, but there, does nothing (Camunda). */
  readonly emptyScriptsRun: boolean
  /** Whether a listener of a sequence flow is always one of `take` (Camunda). */
  readonly flowListenersTake: boolean

  // --- events and data ---

  /** Errors need a code that is not empty (Flowable). */
  readonly errorsNeedCodes: boolean
  /** Events may wait for all of their definitions (BPMN 2.0, 10.5.1). The vendors' models mean one of them. */
  readonly knowsParallelMultiple: boolean
  /** A sub-process has one place for messages and signals on its boundary and in its event sub-processes (Camunda). */
  readonly boundarySharesPlaceWithInside: boolean
  /** An `escalationRef` that names nothing is the code itself (Flowable). */
  readonly escalationRefMayBeCode: boolean
  /** A message that is thrown may be missing from the file (Camunda). */
  readonly thrownMessagesMayMiss: boolean
  /**
   * Whether the thrower of a compensation waits for its end: by default (BPMN 2.0, 10.5.6), always (Camunda), or only
   * when the model requests it (Flowable).
   */
  readonly compensationWaits: 'byDefault' | 'always' | 'onRequest'
  /** Data stores become variables of the process. Flowable knows none. */
  readonly dataStoresAreVariables: boolean
  /** Data objects need a name (Flowable). */
  readonly dataObjectsNeedNames: boolean

  // --- expressions ---

  /**
   * The dialect of cron patterns in cycles: Spring's (Camunda 7.24 and Operaton) or Quartz's (Flowable, Activiti and
   * ours).
   */
  readonly cron: 'spring' | 'quartz'
  /** A leading `=` makes FEEL of a text (ours). */
  readonly equalsSignMakesFeel: boolean
}

const standard: DialectRules = {
  isExecutableByDefault: true,
  reportsDefaults: true,
  associationsNeedEnds: false,
  beginsWithoutStartEvent: true,
  subProcessesNeedStartEvents: false,
  flowsNeedIds: false,
  refusesDoubtful: false,
  letsFaultsPass: false,
  refusesUnreadableScripts: false,
  refusesUnreadableTimes: false,
  tasksMayDoNothing: true,
  builtIns: null,
  loopsContinueByRun: false,
  loopsGatherOutputs: true,
  mapsInAndOutOfActivities: false,
  hasConnectors: false,
  fieldsNeedTypes: false,
  emptyScriptsRun: false,
  flowListenersTake: false,
  errorsNeedCodes: false,
  knowsParallelMultiple: true,
  boundarySharesPlaceWithInside: false,
  escalationRefMayBeCode: false,
  thrownMessagesMayMiss: false,
  compensationWaits: 'byDefault',
  dataStoresAreVariables: true,
  dataObjectsNeedNames: false,
  // As Camunda, which a model of no vendor follows.
  cron: 'spring',
  equalsSignMakesFeel: false,
}

const ofVendors: DialectRules = {
  ...standard,
  reportsDefaults: false,
  tasksMayDoNothing: false,
  loopsGatherOutputs: false,
  knowsParallelMultiple: false,
}

const camunda: DialectRules = {
  ...ofVendors,
  isExecutableByDefault: false,
  associationsNeedEnds: true,
  beginsWithoutStartEvent: false,
  subProcessesNeedStartEvents: true,
  flowsNeedIds: true,
  refusesDoubtful: true,
  builtIns: ['mail', 'shell'],
  hasConnectors: true,
  fieldsNeedTypes: true,
  emptyScriptsRun: true,
  flowListenersTake: true,
  boundarySharesPlaceWithInside: true,
  thrownMessagesMayMiss: true,
  compensationWaits: 'always',
}

const flowable: DialectRules = {
  ...ofVendors,
  letsFaultsPass: true,
  loopsContinueByRun: true,
  mapsInAndOutOfActivities: true,
  errorsNeedCodes: true,
  cron: 'quartz',
  escalationRefMayBeCode: true,
  compensationWaits: 'onRequest',
  dataStoresAreVariables: false,
  dataObjectsNeedNames: true,
}

const millrace: DialectRules = {
  ...standard,
  reportsDefaults: false,
  refusesUnreadableScripts: true,
  refusesUnreadableTimes: true,
  cron: 'quartz',
  equalsSignMakesFeel: true,
}

const rules = {
  bpmn: standard,
  camunda,
  // Operaton goes on from Camunda 7, Flowable from Activiti.
  operaton: camunda,
  flowable,
  activiti: flowable,
  millrace,
} as const satisfies Record<Dialect, DialectRules>

/** Returns the rules by which a model is read and checked where vendors differ. */
export function rulesOf({ dialect }: { readonly dialect: Dialect }): DialectRules {
  return rules[dialect]
}
