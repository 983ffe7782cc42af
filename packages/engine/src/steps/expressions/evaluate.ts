import type { ExpressionText, Script } from '@millrace/bpmn'
import { type Expression, ExpressionError, type HostObject, OutOfAllowance, type Scope } from '@millrace/expressions'
import { failExceeded } from '../../fail-budget.ts'
import { NeedsMore, StepFailure } from '../../outcome.ts'
import { fromPlain, type TypedValue } from '../../state/value.ts'
import { fail, getDefinition, type Step } from '../../step.ts'
import {
  findVariable,
  listVisible,
  readVariable,
  removeVariable,
  setLocalVariable,
  setVariable,
} from '../variables/variables.ts'
import { type Compilation, compileScript, compileText } from './compile.ts'
import { globalsName, readGlobals } from './globals.ts'
import { createDataListsObject, dataListsName } from './host/data-lists.ts'
import { createExecutionObject } from './host/execution.ts'
import { nameElementOf } from './name-place.ts'
import { failurePlace, type Occasion } from './occasion.ts'
import { describe, listSeen, shorten } from './seen.ts'

/**
 * Evaluates an expression.
 *
 * @throws StepFailure with the expression and the values that it read.
 */
export function evaluate(step: Step, occasion: Occasion, text: ExpressionText): unknown {
  if (text.language === 'literal') return text.text
  const expression = accept(step, compileText(text, step), { occasion, language: text.language, source: text.text })
  return attempt(step, occasion, expression, () => expression.evaluate(createScope(step, occasion)))
}

/** Evaluates an expression to a variable. Numbers get the type that they would have in Java. */
export function evaluateTyped(step: Step, occasion: Occasion, text: ExpressionText): TypedValue {
  return typedOf(step, occasion, text, evaluate(step, occasion, text))
}

/** Returns the value that an expression gave as a variable. */
export function typedOf(step: Step, occasion: Occasion, text: ExpressionText, value: unknown): TypedValue {
  const typed = fromPlain(value)
  if (typeof value !== 'number' || text.language === 'literal') return typed
  const compiled = compileText(text, step)
  const type = compiled?.ok === true ? compiled.expression.numberType?.(typeReader(step, occasion)) : undefined
  return type === undefined || type === null || !fits(value, type) ? typed : { ...typed, type }
}

function fits(value: number, type: string): boolean {
  return type === 'Double' || (type === 'Long' ? Number.isSafeInteger(value) : Number.isInteger(value))
}

/** Returns the types of variables by their names. */
function typeReader(step: Step, { place, extra, seesVariables = true }: Occasion) {
  return (name: string): string | undefined => {
    if ((extra !== undefined && Object.hasOwn(extra, name)) || !seesVariables) return undefined
    return findVariable(step, place.scopeId, name)?.value?.type
  }
}

/** Evaluates an expression to a string; null and missing values stay null. */
export function evaluateString(step: Step, occasion: Occasion, text: ExpressionText | null): string | null {
  if (text === null) return null
  const value = evaluate(step, occasion, text)
  return value === null || value === undefined ? null : String(value)
}

/** Evaluates the name of a variable to write; null when an expression returns none. */
export function evaluateTarget(step: Step, occasion: Occasion, target: string | ExpressionText): string | null {
  return typeof target === 'string' ? target : evaluateString(step, occasion, target) || null
}

/** Evaluates a condition, which has to return true or false. */
export function evaluateCondition(step: Step, occasion: Occasion, text: ExpressionText): boolean {
  const value = text.language === 'literal' ? literalCondition(text.text) : evaluate(step, occasion, text)
  if (typeof value === 'boolean') return value
  return fail(
    'engine.condition-not-boolean',
    `Expected the condition “${text.text}” of ${occasion.elementId} to give true or false, but it gave ${describe(value)}. Change the condition or the variables that it reads.`,
    { ...failurePlace(occasion), detail: detailOf(step, occasion, text, value) },
  )
}

/** Returns the details of an incident about an unusable result of an expression: its text, result and variables. */
export function detailOf(
  step: Step,
  { place }: Occasion,
  text: ExpressionText,
  result: unknown,
): Record<string, unknown> {
  const compiled = text.language === 'literal' ? null : compileText(text, step)
  const expression = compiled?.ok === true ? compiled.expression : null
  return { expression: text.text, result: describe(result), variables: listSeen(step, place.scopeId, expression) }
}

/** Evaluates a watched condition: one that reads an unset variable does not hold. */
export function isMet(step: Step, occasion: Occasion, text: ExpressionText): boolean {
  try {
    return evaluateCondition(step, occasion, text)
  } catch (error) {
    if (error instanceof StepFailure && error.failure.detail?.isUnknownName === true) return false
    throw error
  }
}

/** Evaluates an expression to a whole number, such as a priority. */
export function evaluateInteger(step: Step, occasion: Occasion, text: ExpressionText, what: string): number {
  const value = evaluate(step, occasion, text)
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
  if (value !== null && Number.isInteger(number)) return number
  return fail(
    'engine.value-invalid',
    `Expected ${what} of ${occasion.elementId} to be a whole number, but “${text.text}” gave ${describe(value)}.`,
    { ...failurePlace(occasion), detail: detailOf(step, occasion, text, value) },
  )
}

/** Runs a script: its value, and the names that it assigned at its top level. */
export function evaluateScript(
  step: Step,
  occasion: Occasion,
  script: Script,
): { value: unknown; globals: Readonly<Record<string, unknown>> } {
  const source = script.text ?? loadScript(step, occasion, script)
  const expression = accept(step, compileScript(script, source, step), { occasion, language: script.language, source })
  return attempt(step, occasion, expression, () => {
    const scope = createScope(step, occasion)
    return 'run' in expression ? expression.run(scope) : { value: expression.evaluate(scope), globals: {} }
  })
}

function literalCondition(text: string): unknown {
  const word = text.trim().toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : text
}

function accept<T extends Expression>(
  step: Step,
  compiled: Compilation<T>,
  { occasion, language, source }: { occasion: Occasion; language: string; source: string },
): T {
  if (compiled?.ok === true) return compiled.expression
  if (compiled === null) {
    fail(
      'engine.language-not-supported',
      `Expected a script in JavaScript, FEEL or UEL at ${nameElementOf(step, occasion.place.instanceId, occasion.elementId)}, but it is written in ${language}. Rewrite it, or bind the step to an external task.`,
      { ...failurePlace(occasion), detail: { language } },
    )
  }
  const [problem] = compiled.problems
  return fail(
    'engine.expression-failed',
    `“${shorten(source)}” at ${nameElementOf(step, occasion.place.instanceId, occasion.elementId)} cannot be read: ${problem?.message ?? 'unknown fault'}`,
    { ...failurePlace(occasion), detail: { expression: source, from: problem?.from, to: problem?.to } },
  )
}

function loadScript(step: Step, occasion: Occasion, script: Script): string {
  const name = (evaluateString(step, occasion, script.resource) ?? '').replace(/^(deployment|classpath):\/\//, '')
  const { deploymentId } = getDefinition(step, occasion.place.instanceId)
  const text = step.sources.resource(deploymentId, name)
  if (text === undefined) throw new NeedsMore({ kind: 'resource', deploymentId, name })
  if (text !== null) return text
  return fail(
    'engine.resource-missing',
    `Expected the script “${name}” in the deployment, but it has no such file. Deploy it together with the process.`,
    failurePlace(occasion),
  )
}

function attempt<T>(step: Step, occasion: Occasion, expression: Expression, evaluation: () => T): T {
  step.mark?.(occasion.elementId)
  try {
    return evaluation()
  } catch (error) {
    if (error instanceof OutOfAllowance && error.limit !== 'inline') failExceeded(error, failurePlace(occasion))
    if (!(error instanceof ExpressionError)) throw error
    return fail(
      'engine.expression-failed',
      `“${shorten(expression.source)}” at ${nameElementOf(step, occasion.place.instanceId, occasion.elementId)} failed: ${error.message}`,
      {
        ...failurePlace(occasion),
        detail: {
          expression: expression.source,
          from: error.from,
          to: error.to,
          variables: listSeen(step, occasion.place.scopeId, expression),
          isUnknownName: /\(unknown property\)/.test(error.message),
        },
      },
    )
  }
}

/** Creates the scope of an expression: its variables and objects. */
export function createScope(step: Step, occasion: Occasion): Scope {
  const { place, extra, seesVariables = true } = occasion
  const objects = lazily({
    execution: () => createExecutionObject(step, occasion),
    ...(seesVariables && step.sources.listRows !== undefined
      ? { [dataListsName]: () => createDataListsObject(step, occasion) }
      : {}),
    ...occasion.objects,
  })
  return {
    get: (name) => {
      if (extra !== undefined && Object.hasOwn(extra, name)) return extra[name]
      if (!seesVariables) return undefined
      const value = readVariable(step, place.scopeId, name)
      return value === undefined && name === globalsName ? readGlobals(step) : value
    },
    typeOf: typeReader(step, occasion),
    set: (name, value) => setVariable(step, place, name, fromPlain(value)),
    setLocal: (name, value) => setLocalVariable(step, place, place.scopeId, name, fromPlain(value)),
    remove: (name) => removeVariable(step, place, name),
    names: () => [...Object.keys(extra ?? {}), ...(seesVariables ? listVisible(step, place.scopeId).keys() : [])],
    objects,
    now: step.now,
    zone: step.zone,
    userId: step.userId,
    allowance: step,
  }
}

/** Each is made once, when an expression asks for it: most read variables only. */
function lazily(makers: Readonly<Record<string, () => HostObject>>): Record<string, () => HostObject> {
  const objects: Record<string, () => HostObject> = {}
  for (const [name, make] of Object.entries(makers)) {
    let made: HostObject | undefined
    objects[name] = () => (made ??= make())
  }
  return objects
}
