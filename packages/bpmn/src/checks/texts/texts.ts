import { rulesOf } from '../../dialects/index.ts'
import type { ModelProblem, ProcessModel } from '../../model.ts'
import { nameElementById } from '../../name-element.ts'
import type { TextFaultCode } from '../../problems.ts'
import { type FoundText, listTexts } from './list-texts.ts'
import type { ReadText, TextReaders } from './text-readers.ts'

/** An error in an expression, a script or a timer, with its position in the text. */
export interface TextFault extends ModelProblem {
  readonly code: TextFaultCode
  readonly elementId: string
  /** The path of the text in the element, such as `definitions.0.condition`. */
  readonly path: string
  readonly source: string
  /** UTF-16 positions in the source; null when the fault is the text as a whole. */
  readonly from: number | null
  readonly to: number | null
}

/**
 * Checks every expression, condition and script of a model, and every timer, due date and retry cycle that needs no
 * variable, and lists all faults. Unsupported languages and functions are warnings, because such a model runs until it
 * reaches them.
 *
 * The grammar of JavaScript is checked only when the script engine has been loaded.
 *
 * Faults that the engine of the model's dialect would only find at run time are warnings too: in scripts of all
 * dialects except ours, and in all expressions of Flowable and Activiti. A timer that starts a process is set at
 * deployment.
 */
export function checkTexts(model: ProcessModel, readers: TextReaders): TextFault[] {
  return listTexts(model).flatMap((found) => checkText(model, found, readers))
}

function checkText(model: ProcessModel, found: FoundText, readers: TextReaders): TextFault[] {
  const { elementId, path } = found
  const element = nameElementById(model, elementId)
  switch (found.kind) {
    case 'expression': {
      const { language, text: source } = found.text
      if (language === 'literal') return []
      // Flowable and Activiti read an expression when they reach it.
      const severity = rulesOf(model).letsFaultsPass ? 'warning' : 'error'
      return listFaults(readers.compile(language, source), { elementId, element, path, source, language, severity })
    }
    case 'script': {
      const { language, text: source } = found.script
      if (source === null) return []
      const severity = rulesOf(model).refusesUnreadableScripts ? 'error' : 'warning'
      return listFaults(readers.compile(language, source), { elementId, element, path, source, language, severity })
    }
    case 'timer':
      return checkTimer(model, found, readers)
    case 'retries':
      return checkRetries(found, element, readers)
    default:
      return found satisfies never
  }
}

interface Place {
  readonly elementId: string
  /** The name of the element for messages. */
  readonly element: string
  readonly path: string
  readonly source: string
  readonly language: string
  readonly severity: ModelProblem['severity']
}

function listFaults(compiled: ReadText | null, place: Place): TextFault[] {
  const { elementId, element, path, source, language, severity } = place
  if (compiled === null) {
    const message = `Expected UEL, FEEL or JavaScript at ${element}, but “${path}” is written in ${language}, which is not supported. Rewrite it, or bind the step to an external task.`
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
      message: `Expected “${path}” of ${element} to call existing functions, but it does not: ${message} ${describePlace(source, from)}`,
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
    message: `Expected “${path}” of ${element} to be valid, but it is not: ${message} ${describePlace(source, from)}`,
  }))
}

/** For who reads the sentence alone. */
function describePlace(source: string, from: number): string {
  return `See character ${from + 1} of “${shorten(source)}”.`
}

function checkTimer(
  model: ProcessModel,
  { elementId, path, timer, text }: Extract<FoundText, { kind: 'timer' }>,
  readers: TextReaders,
): TextFault[] {
  if (text.language !== 'literal') return []
  const due = readers.checkTimer(timer, text.text, rulesOf(model).cron)
  if (due.ok) return []
  const severity = isSetAtOnce(model, elementId) ? 'error' : 'warning'
  const message = `Expected “${path}” of ${nameElementById(model, elementId)} to be a valid time, but it is not: ${due.message}`
  return [{ code: 'timer.invalid', severity, elementId, path, source: text.text, from: null, to: null, message }]
}

/** What starts a process waits from its deployment on; our own models are refused for any time that cannot be read. */
function isSetAtOnce({ id, dialect, elements }: ProcessModel, elementId: string): boolean {
  const element = elements[elementId]
  return rulesOf({ dialect }).refusesUnreadableTimes || (element?.type === 'startEvent' && element.scopeId === id)
}

/**
 * Checks the retry cycle of a job. As in Camunda and Flowable, a job with an unreadable cycle gets the default retries.
 */
function checkRetries(
  { elementId, path, text }: Extract<FoundText, { kind: 'retries' }>,
  element: string,
  readers: TextReaders,
): TextFault[] {
  if (text.language !== 'literal' || readers.isRetryCycle(text.text)) return []
  const message = `Expected “${path}” of ${element} to be a cycle such as R3/PT10M or a list such as PT1M,PT5M, but found “${text.text}”. Correct it.`
  const place = { elementId, path, source: text.text, from: null, to: null }
  return [{ code: 'timer.invalid', severity: 'warning', ...place, message }]
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
