import type { Dialect } from '@millrace/bpmn'
import type { Semantics } from './semantics.ts'

const camunda: Semantics = {
  pathsTakeTurns: false,
  laterPathsGoFirstAfterWaiting: true,
  fullJoinFires: true,
  throwersGoFirst: true,
  boundaryEventsWaitBefore: true,
  endsScopeBeforeJob: true,
  staysOpenUntilLeft: false,
  endOfPathWaitsForJob: true,
  retryCycleOf: 'all',
  retryCycleCountsFirstTry: true,
  cycleGoesOnAfterFailure: true,
  cycleOutlivesItsScope: false,
  cycleCountsTimesOnly: true,
  conditionsWatch: true,
  uncaughtErrors: 'endPath',
  mapsOutputsOfThrower: true,
  eventSubProcessSpares: false,
  eventSubProcessCatchesFromSiblings: true,
  eventSubProcessesNeedWork: false,
  signalsHaveScopes: false,
  startsAtFirstStartEvent: false,
  compensatesInTurn: false,
  subProcessUndoneBy: 'both',
  runsAreUndoneTogether: true,
  dataObjectsBeginAsNull: false,
  reservesDecisionResult: true,
  storesDecisionOutputs: false,
  failingTextsAreLiteral: false,
  deletedCallsGoOn: false,
  delegatedTasksNeedResolving: false,
  refusesSameSuspension: false,
  formsAreProperties: false,
  formsShowTexts: false,
}

const flowable: Semantics = {
  pathsTakeTurns: true,
  laterPathsGoFirstAfterWaiting: false,
  fullJoinFires: false,
  throwersGoFirst: false,
  boundaryEventsWaitBefore: false,
  endsScopeBeforeJob: false,
  staysOpenUntilLeft: true,
  endOfPathWaitsForJob: false,
  retryCycleOf: 'serviceTasks',
  retryCycleCountsFirstTry: false,
  cycleGoesOnAfterFailure: false,
  cycleOutlivesItsScope: true,
  cycleCountsTimesOnly: false,
  conditionsWatch: false,
  uncaughtErrors: 'fail',
  mapsOutputsOfThrower: false,
  eventSubProcessSpares: true,
  eventSubProcessCatchesFromSiblings: false,
  eventSubProcessesNeedWork: true,
  signalsHaveScopes: true,
  startsAtFirstStartEvent: true,
  compensatesInTurn: false,
  subProcessUndoneBy: 'inside',
  runsAreUndoneTogether: false,
  dataObjectsBeginAsNull: true,
  reservesDecisionResult: false,
  storesDecisionOutputs: true,
  failingTextsAreLiteral: true,
  deletedCallsGoOn: true,
  delegatedTasksNeedResolving: true,
  refusesSameSuspension: true,
  formsAreProperties: true,
  formsShowTexts: true,
}

/** Our own models follow the standard where it speaks, and Camunda where it does not. */
const millrace: Semantics = {
  ...camunda,
  laterPathsGoFirstAfterWaiting: false,
  throwersGoFirst: false,
  compensatesInTurn: true,
  subProcessUndoneBy: 'handler',
}

const semantics = {
  camunda,
  // Operaton goes on from Camunda 7, and a model without any vendor's attributes has to mean something.
  operaton: camunda,
  bpmn: camunda,
  flowable,
  // Flowable goes on from Activiti.
  activiti: flowable,
  millrace,
} as const satisfies Record<Dialect, Semantics>

/** Returns the rules that a model follows where engines differ. */
export function semanticsOf({ dialect }: { readonly dialect: Dialect }): Semantics {
  return semantics[dialect]
}
