import type { Expression, ExpressionProblem, Scope } from '../expression.ts'
import { checkSyntax } from './check-syntax.ts'
import { findIdentifiers } from './find-identifiers.ts'
import { defaultStackBytes } from './limits.ts'
import { runScript, type ScriptRun } from './run-script.ts'
import { usesJavaMethods } from './sandbox-java.ts'

/** A compiled script. */
export interface Script extends Expression {
  /**
   * Runs the script and also reports the variables it assigned at its top level, by `x = …`, `var x` or a declaration
   * left to the global scope: what engines that store script variables by themselves would store.
   * @throws ExpressionError, OutOfAllowance as `evaluate` does.
   */
  run(scope: Scope): ScriptRun
}

export type CompiledScript = { ok: true; expression: Script } | { ok: false; problems: ExpressionProblem[] }

/**
 * Compiles JavaScript as Camunda and Flowable run it: process variables, `execution`, `task` and similar objects are
 * globals, and the value is that of the last statement. Each run has its own QuickJS: no files, network, clock,
 * randomness or Java. `Date` returns `Scope.now` (local times are in the machine's zone) and `Math.random` derives from
 * it, so runs can be repeated. `eval`, `Function` and `Proxy` do not exist. Syntax is checked now when the script
 * engine is loaded (`loadScriptEngine`), otherwise at the first run.
 */
export function compileJavaScript(source: string, stackBytes = defaultStackBytes): CompiledScript {
  const problems = checkSyntax(source)
  if (problems.length > 0) return { ok: false, problems }
  const needs = { identifiers: findIdentifiers(source), isJavaLike: usesJavaMethods(source) }
  const script = { source, needs, stackBytes }
  const evaluate = (scope: Scope) => runScript(script, scope, { wantsGlobals: false }).value
  const run = (scope: Scope) => runScript(script, scope, { wantsGlobals: true })
  return { ok: true, expression: { source, language: 'javascript', variables: [], notices: [], evaluate, run } }
}
