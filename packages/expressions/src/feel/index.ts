export { type BorderOptions, fromFeel, toFeel } from './border.ts'
export { getMaximum, getMinimum, getSum } from './builtins/aggregates.ts'
export { listBuiltins } from './builtins/index.ts'
export { canPass, type TestedKind } from './can-pass.ts'
export { compileCallByNames } from './compile/call.ts'
export { Evaluation, LimitExceeded, whenCompiling } from './compile/evaluation.ts'
export { type Code, Frame, nestFrame, openFrame } from './compile/frame.ts'
export { createClosure, scopeOfBody } from './compile/function.ts'
export { collect, type DomainCode, quantify, toDomain } from './compile/iteration.ts'
export { readName } from './compile/name.ts'
export { createRootScope } from './compile/root-scope.ts'
export { nestScope, type Scope as FeelScope } from './compile/scope.ts'
export type { TestCode } from './compile/tests.ts'
export { compileFeel, compileUnaryTests, type FeelOptions } from './compile-feel.ts'
export { createExternalFunction } from './external/external-function.ts'
export { isInTest } from './is-in-test.ts'
export { listReferences, type Reference } from './list-references.ts'
export { type CompiledCode, compileExpressionIn, compileTestsIn } from './program.ts'
export { type Border, readTestSet, type TestSet } from './read-test-set.ts'
export { FeelDate } from './temporal/date.ts'
export { FeelDateTime } from './temporal/date-time.ts'
export { DayTimeDuration, YearMonthDuration } from './temporal/duration.ts'
export { parseDate, parseDateTime, parseDuration, parseTime } from './temporal/parse-temporal.ts'
export { FeelTime } from './temporal/time.ts'
export { toZone, type Zone } from './temporal/zone.ts'
export { coerce, fitArguments } from './types/coerce.ts'
export { ANY, type FeelType, findBuiltinType } from './types/feel-type.ts'
export { add as addNumbers } from './values/arithmetic.ts'
export { compareValues } from './values/compare.ts'
export { equalValues } from './values/equal.ts'
export type { FeelKind } from './values/feel-object.ts'
export { callFunction, FeelFunction, type Parameter } from './values/function.ts'
export { compareNumbers, type FeelNumber, isWhole, parseNumber, toDouble } from './values/number.ts'
export { presentValue } from './values/present-value.ts'
export { FeelRange } from './values/range.ts'
export {
  createContext,
  type FeelContext,
  type FeelList,
  type FeelValue,
  isContext,
  isList,
  isNumber,
} from './values/value.ts'
