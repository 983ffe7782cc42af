export { analyseTables, type TableFinding, type TableRepair } from './analysis/analyse-tables.ts'
export { checkDmn } from './check-dmn.ts'
export type { CompileOptions } from './compile/compile-model.ts'
export type { CompileForeign, Mode } from './compile/compiler.ts'
export { countCells } from './count-cells.ts'
export {
  compareDecisions,
  type DecisionDifference,
  type DecisionsComparison,
} from './design/compare-decisions.ts'
export { findMainDecision } from './design/find-main-decision.ts'
export { type DmnPlace, findPlace } from './design/find-place.ts'
export { type DmnChange, rewriteDmn, writeMissingIds } from './design/rewrite-dmn.ts'
export { runSample, type SampleOutcome } from './design/run-sample.ts'
export {
  type DecisionSamples,
  parseSamples,
  type Sample,
  type SampleValue,
  samplesNamespace,
  writeSamples,
} from './design/samples.ts'
export { findUsualResult, type UsualResult } from './design/usual-result.ts'
export { type DmnDoubt, listDoubts } from './doubts/list-doubts.ts'
export {
  type DecisionOutcome,
  type DecisionResult,
  type EvaluateOptions,
  evaluateDecision,
  type RuleResult,
} from './evaluate-decision.ts'
export { type DecisionInput, listDecisionInputs } from './list-decision-inputs.ts'
export type * from './model.ts'
export { type DesignedDmn, type ParsedDmn, parseDesignedDmn, parseDmn } from './parse-dmn.ts'
export type { DmnProblem } from './problems.ts'
export type * from './trace.ts'
