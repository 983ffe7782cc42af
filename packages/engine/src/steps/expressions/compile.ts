import type { ExpressionText, Script } from '@millrace/bpmn'
import {
  type Allowance,
  type Compiled,
  chargeCompiling,
  compile,
  type Expression,
  type Script as JavaScript,
} from '@millrace/expressions'

/** The result of compiling: an expression, the errors of the text, or null for an unsupported language. */
export type Compilation<T extends Expression = Expression> =
  | { readonly ok: true; readonly expression: T }
  | Extract<Compiled, { ok: false }>
  | null

const compiledTexts = new WeakMap<ExpressionText, Compilation>()
const compiledScripts = new WeakMap<Script, Map<string, Compilation<Expression | JavaScript>>>()

/** Compiles an expression of a model, and caches it with the model. */
export function compileText(text: ExpressionText, allowance: Allowance): Compilation {
  const known = compiledTexts.get(text)
  if (known !== undefined) return known
  const compiled = compileCharged(text.language, text.text, allowance)
  compiledTexts.set(text, compiled)
  return compiled
}

/** Compiles a script; its source is in the model, or in a file of the deployment that the model names. */
export function compileScript(
  script: Script,
  source: string,
  allowance: Allowance,
): Compilation<Expression | JavaScript> {
  const bySource = compiledScripts.get(script) ?? new Map<string, Compilation<Expression | JavaScript>>()
  compiledScripts.set(script, bySource)
  const known = bySource.get(source)
  if (known !== undefined) return known
  const compiled = compileCharged(script.language, source, allowance)
  bySource.set(source, compiled)
  return compiled
}

/** Returns the first that needs an expression is charged for reading it. */
function compileCharged(language: string, source: string, allowance: Allowance): Compilation<Expression | JavaScript> {
  chargeCompiling(language, source, allowance)
  return compile(language, source)
}
