export { type Budgets, defaultBudgets } from './budgets.ts'
export type { Command, CommandType, StandaloneTaskFields } from './commands/command.ts'
export type {
  ElementFault,
  InstanceFaults,
  InstructionFault,
  MigrationInstruction,
  MigrationPlan,
} from './commands/migration-plan.ts'
export type { CancelMove, Move, StartMove } from './commands/moves.ts'
export { isDefinition } from './commands/starts.ts'
export { changedRows } from './commands/undo-change.ts'
export {
  type Candidates,
  createDefinition,
  type DecisionDefinition,
  type Definition,
  type DefinitionRef,
  type Globals,
  type JavaBinding,
  type ListRow,
  type ListRowsRef,
  type Members,
  type Sources,
  type Superior,
  type Workload,
} from './definition.ts'
export { type AtStart, type BeforeStart, evaluateAtStart } from './evaluate-at-start.ts'
export type {
  CommandResult,
  Effect,
  Failure,
  FailureCode,
  MigrationFaults,
  Need,
  Outcome,
  PlainVariable,
  Refusal,
  RefusalCode,
  Thrower,
} from './outcome.ts'
export { run, runOn } from './run.ts'
export { semanticsOf } from './semantics/dialects.ts'
export type { Semantics } from './semantics/semantics.ts'
export { listStarts, type ProcessStart } from './starts.ts'
export { applyEvent } from './state/apply-event.ts'
export type { ChangedRows } from './state/changed-rows.ts'
export { type JobData, jobData, jobKinds, noNotes } from './state/data/job-data.ts'
export { storedElementData, storedJobData, storedSubscriptionData } from './state/data/stored-data.ts'
export { type TaskOperation, taskOperation } from './state/data/task-operation.ts'
export { plainVariable } from './state/data/typed-value.ts'
export {
  type AdapterWork,
  type HttpWork,
  type MailWork,
  type WorkRequest,
  workRequest,
} from './state/data/work-request.ts'
export type { DecisionEvaluation, Event, InstanceOutcome, UndoableChange } from './state/events.ts'
export { createState, type InstanceState, type LoadedRows, noRows } from './state/instance-state.ts'
export { forkState, keepRun } from './state/keep-run.ts'
export { parseJson } from './state/parse-json.ts'
export type {
  ElementInstance,
  ElementState,
  ExternalTask,
  Incident,
  Job,
  JobKind,
  JobOf,
  JobOfKind,
  ProcessInstance,
  Subscription,
  SubscriptionKind,
  Task,
  Variable,
} from './state/rows.ts'
export type { TableChanges } from './state/table.ts'
export {
  fromPlain,
  isSameValue,
  nullValue,
  type StoredValue,
  type TypedValue,
  toJson,
  toPlain,
  UnstorableValue,
} from './state/value.ts'
export type { RunContext } from './step.ts'
export { checkPlan } from './steps/migration/check-plan.ts'
export { generatePlan } from './steps/migration/generate-plan.ts'
export { listMigrationPlaces } from './steps/migration/list-places.ts'
export { previewRule, type RuleDecision, type TaskRule } from './steps/tasks/decide-by-rule.ts'
export type { AdapterOutcome } from './steps/work/adapter-answer.ts'
export { compileForeign, runsInDecisions } from './steps/work/decision.ts'
export type { HttpAnswer } from './steps/work/service.ts'
export { findDifference, type TrialExpectation } from './trial/compare.ts'
export type { ShownTask, TrialFailure, TrialOutcome, TrialResult, TrialWaiting } from './trial/result.ts'
export { runTrial } from './trial/run-trial.ts'
export type { TrialPlace, TrialStep } from './trial/steps.ts'
export type { TrialInput } from './trial/trial.ts'
