import type { ExpressionText, ModelProblem, ProcessModel, Script } from '@millrace/bpmn'
import type { Expression } from '@millrace/expressions'
import { semanticsOf } from './semantics/dialects.ts'
import { type Compilation, compileScript, compileText } from './steps/expressions/compile.ts'
import { shorten } from './steps/expressions/seen.ts'
import { readRetryCycle } from './time/retry-cycle.ts'
import { firstDue } from './time/timer.ts'

/** Every code that the texts inside a model can be refused or warned with, beside those of its structure. */
export const expressionFaultCodes = {
  'expression.invalid': 'An expression, condition or script cannot be read. The fault tells the place in the text.',
  'expression.language': 'An expression or script is written in a language that does not run here.',
  'expression.unknown-function': 'An expression calls a function that nobody knows.',
  'timer.invalid': 'A timer, due date or retry cycle is no time that can be read.',
} as const satisfies Record<string, string>

/** A fault of an expression, a script or a timer, with its place in the text. */
export interface ExpressionFault extends ModelProblem {
  readonly code: keyof typeof expressionFaultCodes
  readonly elementId: string
  /** Where in the element it stands: `definitions.0.condition`. */
  readonly path: string
  readonly source: string
  /** UTF-16 positions in the source; null when the fault is the text as a whole. */
  readonly from: number | null
  readonly to: number | null
}

/**
 * Compiles every expression, condition and script of a model, and reads every timer, due date and retry cycle that needs
 * no variable: all faults at once. Languages and functions that are not known here are warnings, because such a model runs
 * until it reaches them.
 *
 * The grammar of JavaScript is checked only when the script engine has been loaded.
 *
 * What the engine of a model's dialect finds out at run time only is a warning too: scripts everywhere but in our own
 * models, and every expression in those of Flowable and Activiti. A timer that starts a process is set at deployment.
 */
export function checkDefinition(model: ProcessModel): ExpressionFault[] {
  const { elements, flows, ...process } = model
  const carriers: readonly (readonly [string, object])[] = [
    [model.id, process],
    ...Object.values(elements).map((element) => [element.id, element] as const),
    ...Object.values(flows).map((flow) => [flow.id, flow] as const),
  ]
  return carriers.flatMap(([elementId, carrier]) =>
    listTexts(carrier).flatMap((found) => checkText(model, elementId, found)),
  )
}

type Found = { readonly path: string } & (
  | { readonly kind: 'expression'; readonly text: ExpressionText }
  | { readonly kind: 'script'; readonly script: Script }
  | { readonly kind: 'timer'; readonly timer: 'date' | 'duration' | 'cycle'; readonly text: ExpressionText }
  | { readonly kind: 'retries'; readonly text: ExpressionText }
)

/** Every expression, script and timer inside a part of the model, wherever it stands: none can be forgotten here. */
function listTexts(part: object, path = ''): Found[] {
  return Object.entries(part).flatMap(([key, value]: [string, unknown]): Found[] => {
    if (typeof value !== 'object' || value === null) return []
    const at = path === '' ? key : `${path}.${key}`
    if (isScript(value)) return [{ kind: 'script', path: at, script: value }]
    if (isText(value)) return [{ kind: 'expression', path: at, text: value }, ...listTimes(key, at, value)]
    return isTimer(value)
      ? [{ kind: 'timer', path: at, timer: value.timer, text: value.value }, ...listTexts(value, at)]
      : listTexts(value, at)
  })
}

/** Texts that say a time by the place that they stand at. */
function listTimes(key: string, path: string, text: ExpressionText): Found[] {
  if (key === 'dueDate' || key === 'followUpDate') return [{ kind: 'timer', path, timer: 'date', text }]
  return key === 'retryCycle' ? [{ kind: 'retries', path, text }] : []
}

function isText(value: object): value is ExpressionText {
  return 'language' in value && 'text' in value && typeof value.text === 'string'
}

function isScript(value: object): value is Script {
  return 'language' in value && 'resource' in value
}

function isTimer(value: object): value is { timer: 'date' | 'duration' | 'cycle'; value: ExpressionText } {
  return 'kind' in value && value.kind === 'timer' && 'timer' in value
}

function checkText(model: ProcessModel, elementId: string, found: Found): ExpressionFault[] {
  const { path } = found
  switch (found.kind) {
    case 'expression': {
      const { language, text: source } = found.text
      if (language === 'literal') return []
      const severity = semanticsOf(model).faultIs.ofExpression
      return listFaults(compileText(found.text), { elementId, path, source, language, severity })
    }
    case 'script': {
      const { language, text: source } = found.script
      if (source === null) return []
      const severity = semanticsOf(model).faultIs.ofScript
      return listFaults(compileScript(found.script, source), { elementId, path, source, language, severity })
    }
    case 'timer':
      return checkTimer(model, elementId, found)
    case 'retries':
      return checkRetries(elementId, found)
    default:
      return found satisfies never
  }
}

interface Place {
  readonly elementId: string
  readonly path: string
  readonly source: string
  readonly language: string
  readonly severity: ModelProblem['severity']
}

function listFaults(compiled: Compilation<Expression>, place: Place): ExpressionFault[] {
  const { elementId, path, source, language, severity } = place
  if (compiled === null) {
    const message = `Expected UEL, FEEL or JavaScript at ${elementId}, but “${path}” is written in ${language}, which does not run here. Rewrite it, or bind the step to an external task.`
    return [
      { code: 'expression.language', severity: 'warning', elementId, path, source, from: null, to: null, message },
    ]
  }
  if (compiled.ok) {
    const { notices = [] } = compiled.expression
    return notices.map(({ message, from, to }) => ({
      code: 'expression.unknown-function',
      severity: 'warning',
      elementId,
      path,
      source,
      from,
      to,
      message: `Expected “${path}” of ${elementId} to call what there is, but it does not: ${message} ${describePlace(source, from)}`,
    }))
  }
  return compiled.problems.map(({ message, from, to }) => ({
    code: 'expression.invalid',
    severity,
    elementId,
    path,
    source,
    from,
    to,
    message: `Expected “${path}” of ${elementId} to be readable, but it is not: ${message} ${describePlace(source, from)}`,
  }))
}

/** For who reads the sentence alone. */
function describePlace(source: string, from: number): string {
  return `See character ${from + 1} of “${shorten(source)}”.`
}

const anyTime = new Date('2026-01-01T00:00:00Z')

function checkTimer(
  model: ProcessModel,
  elementId: string,
  { path, timer, text }: Extract<Found, { kind: 'timer' }>,
): ExpressionFault[] {
  if (text.language !== 'literal') return []
  const due = firstDue(timer, text.text, anyTime, 'UTC')
  if (due.ok) return []
  const severity = isStart(model, elementId) ? 'error' : semanticsOf(model).faultIs.ofTimer
  const message = `Expected “${path}” of ${elementId} to say when it is due, but it cannot be set: ${due.message}`
  return [{ code: 'timer.invalid', severity, elementId, path, source: text.text, from: null, to: null, message }]
}

/** What starts a process waits from its deployment on. */
function isStart({ id, elements }: ProcessModel, elementId: string): boolean {
  const element = elements[elementId]
  return element?.type === 'startEvent' && element.scopeId === id
}

/** As in Camunda and Flowable, a job whose cycle cannot be read is tried as often as one that has none. */
function checkRetries(elementId: string, { path, text }: Extract<Found, { kind: 'retries' }>): ExpressionFault[] {
  if (text.language !== 'literal' || readRetryCycle(text.text) !== null) return []
  const message = `Expected “${path}” of ${elementId} to be a cycle such as R3/PT10M or a list such as PT1M,PT5M, but found “${text.text}”. Correct it.`
  const place = { elementId, path, source: text.text, from: null, to: null }
  return [{ code: 'timer.invalid', severity: 'warning', ...place, message }]
}
