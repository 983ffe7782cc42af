import {
  type Code,
  compileExpressionIn,
  compileTestsIn,
  type ExpressionProblem,
  type FeelScope,
  type Frame,
  type TestCode,
  unitsOfParsing,
} from '@millrace/expressions'
import { DecisionFailure } from '../failure.ts'
import type { Text } from '../model.ts'
import { type Compiler, toDmnProblem } from './compiler.ts'
import { compileForeignCode } from './foreign.ts'

/**
 * Compiles an expression in its language, at its first use unless the compiler is thorough, because large tables have
 * many expressions. An expression with an error is null, and in mode `camunda` a failure.
 */
export function compileText(text: Text, scope: FeelScope, compiler: Compiler): Code {
  if (compiler.isThorough) return compileNow(text, scope, compiler)
  let code: Code | undefined
  return (frame) => {
    if (code === undefined) {
      chargeReading(text, frame)
      code = compileNow(text, scope, compiler)
    }
    return code(frame)
  }
}

function compileNow(text: Text, scope: FeelScope, compiler: Compiler): Code {
  const language = languageOf(text, compiler)
  const compiled =
    language === 'feel'
      ? compileExpressionIn(text.text, scope)
      : compileForeignCode(text, { language, scope, compiler })
  return compiled.ok ? compiled.code : reject(compiled.problems, text, compiler)
}

/**
 * Compiles the test of an input cell; null for a cell that any value passes. In languages other than FEEL the cell is a
 * condition.
 */
export function compileTestText(text: Text, scope: FeelScope, compiler: Compiler): TestCode | null {
  if (text.text === '' || text.text === '-') return null
  if (compiler.isThorough) return compileTestNow(text, scope, compiler)
  let test: TestCode | undefined
  return (value, frame) => {
    if (test === undefined) {
      chargeReading(text, frame)
      test = compileTestNow(text, scope, compiler)
    }
    return test(value, frame)
  }
}

function compileTestNow(text: Text, scope: FeelScope, compiler: Compiler): TestCode {
  const language = languageOf(text, compiler)
  if (language === 'feel') {
    const compiled = compileTestsIn(text.text, scope)
    return compiled.ok ? compiled.code : toTest(reject(compiled.problems, text, compiler))
  }
  const compiled = compileForeignCode(text, { language, scope, compiler })
  return toTest(compiled.ok ? compiled.code : reject(compiled.problems, text, compiler))
}

/** To begin with a text at all. */
const PARSER_UNITS = 100

/** What is read stays read: who exceeds the loop's allowance leaves less for the next. The time of threads is limited. */
function chargeReading({ text }: Text, { root }: Frame): void {
  const { isOnLoop, meter } = root.evaluation.allowance
  if (isOnLoop) meter.charge(PARSER_UNITS + unitsOfParsing(text.length))
}

function toTest(code: Code): TestCode {
  return (_value, frame) => code(frame) === true
}

/** Old models write `${…}` without naming the language, which is no FEEL. */
function languageOf({ text, language }: Text, compiler: Compiler): string {
  const named = language ?? compiler.defaultLanguage
  if (named !== null && !/feel/i.test(named)) return named
  return named === null && compiler.mode === 'camunda' && /^[$#]\{/.test(text) ? 'juel' : 'feel'
}

function reject(problems: readonly ExpressionProblem[], text: Text, compiler: Compiler): Code {
  const [first, ...others] = problems.map((problem) => toDmnProblem(problem, text.id))
  for (const problem of first ? [first, ...others] : others) compiler.report(problem)
  if (compiler.mode === 'standard' || !first) return () => null
  return () => {
    throw new DecisionFailure(first)
  }
}
