import type { ExpressionText, Script } from '@millrace/bpmn'
import {
  type Compiled,
  type CompiledScript,
  compileFeel,
  compileJavaScript,
  compileUel,
  type Expression,
  ExpressionError,
  findScriptLanguage,
  type HostObject,
  type Script as JavaScript,
  type Scope,
} from '@millrace/expressions'
import { NeedsMore, StepFailure } from '../outcome.ts'
import type { ElementInstance, Task } from '../state/rows.ts'
import { fromPlain, toPlain } from '../state/value.ts'
import { fail, getDefinition, type Step } from '../step.ts'
import { createExecutionObject, createTaskObject } from './host-objects.ts'
import {
  findVariable,
  listVisible,
  type Place,
  readVariable,
  removeVariable,
  setLocalVariable,
  setVariable,
  valueOf,
} from './variables.ts'

/** What an expression is evaluated for. */
export interface Occasion {
  readonly place: Place
  /** The element that it belongs to, for messages and for `execution`. */
  readonly elementId: string
  readonly element: ElementInstance | null
  readonly task?: Task
  /** `start`, `end`, `create`, …: what a listener asks by `execution.eventName`. */
  readonly eventName?: string
  /** Names that only this evaluation sees, before the variables. */
  readonly extra?: Readonly<Record<string, unknown>>
  /** False: only `extra` can be seen. */
  readonly seesVariables?: boolean
}

export function occasionOf(element: ElementInstance, more: Partial<Occasion> = {}): Occasion {
  const place = { scopeId: element.id, instanceId: element.instanceId, elementInstanceId: element.id }
  return { place, elementId: element.elementId, element, ...more }
}

/** @throws StepFailure with the expression and the values it saw. */
export function evaluate(step: Step, occasion: Occasion, text: ExpressionText): unknown {
  if (text.language === 'literal') return text.text
  return run(step, occasion, compileText(text, occasion))
}

/** As `evaluate`, for attributes that are words: null and missing stay null. */
export function evaluateString(step: Step, occasion: Occasion, text: ExpressionText | null): string | null {
  if (text === null) return null
  const value = evaluate(step, occasion, text)
  return value === null || value === undefined ? null : String(value)
}

/** A condition, which has to give true or false. */
export function evaluateCondition(step: Step, occasion: Occasion, text: ExpressionText): boolean {
  const value = text.language === 'literal' ? literalCondition(text.text) : evaluate(step, occasion, text)
  if (typeof value === 'boolean') return value
  return fail(
    'engine.condition-not-boolean',
    `Expected the condition “${text.text}” of ${occasion.elementId} to give true or false, but it gave ${describe(value)}. Change the condition or the variables that it reads.`,
    {
      ...at(occasion),
      detail: {
        expression: text.text,
        result: describe(value),
        variables: seen(step, occasion, compileIfPossible(text)),
      },
    },
  )
}

/** As `evaluateCondition`, for conditions that are watched: one that reads a variable which is not set does not hold. */
export function isMet(step: Step, occasion: Occasion, text: ExpressionText): boolean {
  try {
    return evaluateCondition(step, occasion, text)
  } catch (error) {
    if (error instanceof StepFailure && error.failure.detail?.isUnknownName === true) return false
    throw error
  }
}

/** Runs a script: its value, and the names that it assigned at its top level. */
export function evaluateScript(
  step: Step,
  occasion: Occasion,
  script: Script,
): { value: unknown; globals: Readonly<Record<string, unknown>> } {
  const expression = compileScript(step, occasion, script)
  if (!('run' in expression)) return { value: run(step, occasion, expression), globals: {} }
  return attempt(step, occasion, expression, () => expression.run(createScope(step, occasion)))
}

function literalCondition(text: string): unknown {
  const word = text.trim().toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : text
}

// --- compiling, once per text -------------------------------------------------------------------

const compiledTexts = new WeakMap<ExpressionText, Compiled>()
const compiledScripts = new WeakMap<Script, Map<string, ReturnType<typeof compileIn>>>()

function compileText(text: ExpressionText, occasion: Occasion): Expression {
  let compiled = compiledTexts.get(text)
  if (compiled === undefined) {
    compiled = compileIn(text.language, text.text, occasion)
    compiledTexts.set(text, compiled)
  }
  return accept(compiled, text.text, occasion)
}

function compileIfPossible(text: ExpressionText): Expression | null {
  const compiled = compiledTexts.get(text)
  return compiled?.ok === true ? compiled.expression : null
}

function compileScript(step: Step, occasion: Occasion, script: Script): Expression | JavaScript {
  const source = script.text ?? loadScript(step, occasion, script)
  let bySource = compiledScripts.get(script)
  if (bySource === undefined) {
    bySource = new Map()
    compiledScripts.set(script, bySource)
  }
  let compiled = bySource.get(source)
  if (compiled === undefined) {
    compiled = compileIn(script.language, source, occasion)
    bySource.set(source, compiled)
  }
  return accept(compiled, source, occasion)
}

function compileIn(language: string, source: string, occasion: Occasion): Compiled | CompiledScript {
  const name = language.toLowerCase()
  if (name === 'uel' || name === 'juel') return compileUel(source)
  if (name === 'feel') return compileFeel(source)
  if (findScriptLanguage(name) === 'javascript') return compileJavaScript(source)
  return fail(
    'engine.language-not-supported',
    `Expected a script in JavaScript, FEEL or UEL at ${occasion.elementId}, but it is written in ${language}. Rewrite it, or bind the step to an external task.`,
    { ...at(occasion), detail: { language } },
  )
}

function accept<T extends Expression>(
  compiled: { ok: true; expression: T } | Extract<Compiled, { ok: false }>,
  source: string,
  occasion: Occasion,
): T {
  if (compiled.ok) return compiled.expression
  const problem = compiled.problems[0]
  return fail(
    'engine.expression-failed',
    `“${source}” at ${occasion.elementId} cannot be read: ${problem?.message ?? 'unknown fault'}`,
    {
      ...at(occasion),
      detail: { expression: source, from: problem?.from, to: problem?.to },
    },
  )
}

function loadScript(step: Step, occasion: Occasion, script: Script): string {
  const reference = script.resource === null ? null : evaluateString(step, occasion, script.resource)
  const name = reference?.replace(/^(deployment|classpath):\/\//, '') ?? ''
  const { deploymentId } = getDefinition(step, occasion.place.instanceId)
  const text = step.sources.resource(deploymentId, name)
  if (text === undefined) throw new NeedsMore({ kind: 'resource', deploymentId, name })
  if (text !== null) return text
  return fail(
    'engine.resource-missing',
    `Expected the script “${name}” in the deployment, but it has no such file. Deploy it together with the process.`,
    at(occasion),
  )
}

// --- running ------------------------------------------------------------------------------------

function run(step: Step, occasion: Occasion, expression: Expression): unknown {
  return attempt(step, occasion, expression, () => expression.evaluate(createScope(step, occasion)))
}

function attempt<T>(step: Step, occasion: Occasion, expression: Expression, evaluation: () => T): T {
  try {
    return evaluation()
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return fail(
      'engine.expression-failed',
      `“${shorten(expression.source)}” at ${occasion.elementId} failed: ${error.message}`,
      {
        ...at(occasion),
        detail: {
          expression: expression.source,
          from: error.from,
          to: error.to,
          variables: seen(step, occasion, expression),
          isUnknownName: /\(unknown property\)/.test(error.message),
        },
      },
    )
  }
}

/** Lends an expression the variables and objects that it may use at this place. */
export function createScope(step: Step, occasion: Occasion): Scope {
  const { place, extra, seesVariables = true } = occasion
  const { task } = occasion
  const objects = lazily({
    execution: () => createExecutionObject(step, occasion),
    ...(task !== undefined && { task: () => createTaskObject(step, occasion, task) }),
  })
  return {
    get: (name) => {
      if (extra !== undefined && Object.hasOwn(extra, name)) return extra[name]
      return seesVariables ? readVariable(step, place.scopeId, name) : undefined
    },
    set: (name, value) => setVariable(step, place, name, fromPlain(value)),
    setLocal: (name, value) => setLocalVariable(step, place, place.scopeId, name, fromPlain(value)),
    remove: (name) => removeVariable(step, place, name),
    names: () => [...Object.keys(extra ?? {}), ...(seesVariables ? listVisible(step, place.scopeId).keys() : [])],
    objects,
    now: step.now,
    userId: step.userId,
  }
}

/** Objects that are made when an expression asks for them: most read variables only. */
function lazily(makers: Readonly<Record<string, () => HostObject>>): Record<string, HostObject> {
  const objects: Record<string, HostObject> = {}
  for (const [name, make] of Object.entries(makers)) {
    let made: HostObject | undefined
    Object.defineProperty(objects, name, { enumerable: true, get: () => (made ??= make()) })
  }
  return objects
}

function at(occasion: Occasion): { element?: ElementInstance; elementId: string } {
  const { element, elementId } = occasion
  return element === null ? { elementId } : { element, elementId }
}

/** The variables that an expression reads, with their values, for the incident. */
function seen(step: Step, occasion: Occasion, expression: Expression | null): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const name of expression?.variables ?? []) {
    const variable = findVariable(step, occasion.place.scopeId, name)
    values[name] = variable === undefined ? 'not set' : describe(toPlain(valueOf(variable)))
  }
  return values
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `the text “${shorten(value)}”`
  if (value === null || value === undefined) return 'nothing'
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object')
    return `the value ${shorten(JSON.stringify(value, (_k, v) => (typeof v === 'bigint' ? String(v) : v)))}`
  return String(value)
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
