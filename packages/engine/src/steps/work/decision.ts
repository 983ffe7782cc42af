import type { DecisionCall } from '@millrace/bpmn'
import { evaluateDecision } from '@millrace/dmn'
import { type Compiled, compileJavaScript, compileUel, outOfLoop } from '@millrace/expressions'
import { failExceeded } from '../../fail-budget.ts'
import { NeedsMore } from '../../outcome.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { fromPlain } from '../../state/value.ts'
import { emit, fail, getInstance, getSemantics, type Step } from '../../step.ts'
import { isClosed, refFor } from '../expressions/definition-ref.ts'
import { evaluateString } from '../expressions/evaluate.ts'
import { nameElementOf } from '../expressions/name-place.ts'
import { occasionOf } from '../expressions/occasion.ts'
import { describe } from '../expressions/seen.ts'
import { listVisible, plainValue, setLocalVariable, setPlain } from '../variables/variables.ts'
import { mapDecisionResult } from './decision-result.ts'

/** The variable with the result for output mappings and listeners of the task. */
const transientResult = 'decisionResult'

/** Evaluates the decision of a business rule task and stores its result. */
export function runDecision(step: Step, call: DecisionCall, instance: ElementInstance): void {
  const occasion = occasionOf(instance)
  const key = evaluateString(step, occasion, call.ref)
  if (key === null || key === '')
    fail(
      'engine.decision-missing',
      `Expected ${nameElementOf(step, instance.instanceId, instance.elementId)} to name a decision, but “${call.ref.text}” gave nothing.`,
      { element: instance },
    )
  const ref = refFor(step, occasion, key, call)
  const decision = step.sources.decision(ref)
  if (decision === undefined) throw new NeedsMore({ kind: 'decision', ref })
  if (decision === null) {
    fail(
      'engine.decision-missing',
      `Expected a deployed decision “${key}” for ${nameElementOf(step, instance.instanceId, instance.elementId)}, but there is none. Deploy its DMN file and retry.`,
      {
        element: instance,
        detail: { decision: key, binding: ref.by },
      },
    )
  }
  if (isClosed(step, 'decision', ref))
    fail(
      'engine.decision-missing',
      `Expected a decision “${key}” that ${nameElementOf(step, instance.instanceId, instance.elementId)} can ask, but it has left its application. Deploy it again and retry.`,
      { element: instance, detail: { decision: key, binding: ref.by } },
    )
  // Where it is too large to be held, it is not looked for either.
  if (decision.model === null) throw outOfLoop()
  const context: Record<string, unknown> = Object.create(null)
  for (const [name, variable] of listVisible(step, instance.id))
    Object.defineProperty(context, name, { enumerable: true, get: () => plainValue(step, variable) })
  const outcome = evaluateDecision(decision.model, {
    decisionId: decision.key,
    context,
    mode: 'camunda',
    compileForeign,
    now: step.now,
    zone: step.zone,
    allowance: step,
  })
  if (!outcome.ok) {
    if (outcome.exceeded !== null) failExceeded(outcome.exceeded, { element: instance })
    fail(
      'engine.decision-failed',
      `The decision “${key}” of ${nameElementOf(step, instance.instanceId, instance.elementId)} failed: ${outcome.problem.message}`,
      {
        element: instance,
        detail: { decision: key, variables: mapValues(context, describe) },
      },
    )
  }
  if (call.throwsWithoutResult && outcome.result.length === 0) {
    fail(
      'engine.decision-failed',
      `Expected a rule of the decision “${key}” to fire for ${nameElementOf(step, instance.instanceId, instance.elementId)}, but none did.`,
      { element: instance, detail: { decision: key, variables: mapValues(context, describe) } },
    )
  }
  const { definitionId } = getInstance(step, instance.instanceId)
  emit(step, {
    type: 'decisionEvaluated',
    evaluation: {
      id: step.newId(),
      instanceId: instance.instanceId,
      elementInstanceId: instance.id,
      elementId: instance.elementId,
      definitionId,
      decisionId: decision.id,
      at: step.at,
      trace: outcome.trace,
    },
  })
  if (call.resultVariable === transientResult && getSemantics(step, instance.instanceId).reservesDecisionResult) {
    fail(
      'engine.decision-failed',
      `Expected ${nameElementOf(step, instance.instanceId, instance.elementId)} to store its result under another name than ${transientResult}, which holds it until the task is left. Rename its result variable.`,
      { element: instance },
    )
  }
  // Camunda's `setVariableLocalTransient`: it is neither stored nor in history.
  const held = { ...fromPlain(outcome.result), info: { transient: true } }
  setLocalVariable(step, occasion.place, instance.id, transientResult, held)
  const result = mapDecisionResult(outcome.result, call, instance)
  if (call.resultVariable !== null) setPlain(step, occasion.place, call.resultVariable, result)
  else if (getSemantics(step, instance.instanceId).storesDecisionOutputs) storeOutputs(step, instance, result)
}

function mapValues(values: Readonly<Record<string, unknown>>, map: (value: unknown) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
}

/**
 * Compiles expressions of decisions in other languages than FEEL. An unsupported language is reported as a problem that
 * names it.
 */
export function compileForeign(language: string, source: string): Compiled {
  const name = language.toLowerCase()
  if (isUel(name)) return compileUel(/[$#]\{/.test(source) ? source : `\${${source}}`)
  if (isJavaScript(name)) return compileJavaScript(source)
  const message = `Expected FEEL, UEL or JavaScript, but the expression is written in ${language}, which does not run here.`
  return { ok: false, problems: [{ message, from: 0, to: source.length }] }
}

/** Returns whether expressions in this language, other than FEEL, are supported in decisions. */
export function runsInDecisions(language: string): boolean {
  const name = language.toLowerCase()
  return isUel(name) || isJavaScript(name)
}

const isUel = (name: string) => name === 'juel' || name === 'uel'
const isJavaScript = (name: string) => name.includes('javascript') || name === 'ecmascript'

/** Flowable: each output of the single rule becomes a variable of its own. */
function storeOutputs(step: Step, instance: ElementInstance, result: unknown): void {
  const outputs = Array.isArray(result) ? (result.length === 1 ? result[0] : {}) : result
  for (const [name, value] of Object.entries((outputs as Record<string, unknown> | null) ?? {}))
    setPlain(step, occasionOf(instance).place, name, value)
}
