export type { Command, CommandType } from './commands/command.ts'
export type { DecisionDefinition, Definition, DefinitionRef, JavaBinding, Sources } from './definition.ts'
export { type AtStart, type BeforeStart, evaluateAtStart } from './evaluate-at-start.ts'
export type {
  CommandResult,
  Effect,
  Failure,
  FailureCode,
  Need,
  Outcome,
  PlainVariable,
  Refusal,
  RefusalCode,
} from './outcome.ts'
export { run, runOn } from './run.ts'
export { listStarts, type ProcessStart } from './starts.ts'
export { applyEvent } from './state/apply-event.ts'
export type { DecisionEvaluation, Event, InstanceOutcome } from './state/events.ts'
export { createState, type InstanceState, type LoadedRows, noRows } from './state/instance-state.ts'
export { forkState, keepRun } from './state/keep-run.ts'
export type {
  ElementInstance,
  ElementState,
  ExternalTask,
  Incident,
  Job,
  JobKind,
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
  parseJson,
  type StoredValue,
  type TypedValue,
  toJson,
  toPlain,
} from './state/value.ts'
export type { RunContext } from './step.ts'
export { compileForeign, runsInDecisions } from './steps/decision.ts'
export type { HttpAnswer, HttpWork, MailWork, WorkRequest } from './steps/work/service.ts'
