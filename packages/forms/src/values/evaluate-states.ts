import type { NodeRule, RuntimeDocument } from '../compile/runtime-document.ts'
import { createRecord } from '../document/plain-object.ts'
import type { Condition } from '../document/property.ts'
import type { FormValues } from '../fields/field-value.ts'
import type { FormContext } from './form-context.ts'
import { createFormScope, evaluateIn } from './form-scope.ts'

/** How a node stands at the moment. */
export interface NodeState {
  readonly visible: boolean
  readonly enabled: boolean
  readonly required: boolean
  readonly readOnly: boolean
  /** False when the node's `check` answered false. */
  readonly passes: boolean
}

export type NodeStates = Readonly<Record<string, NodeState>>

/**
 * Evaluates every rule of the form for these values. A condition holds when its expression answers true: null, because
 * a value is missing, and a failure count as false. What holds for a section holds for all inside it.
 */
export function evaluateStates(form: RuntimeDocument, values: FormValues, context: FormContext): NodeStates {
  const visible = createRecord<boolean>()
  const hidden = new Set<string>()
  const scope = createFormScope(form, (key) => (hidden.has(key) ? null : (values[key] ?? null)), context)
  const holds = (condition: Condition) =>
    typeof condition === 'boolean' ? condition : evaluateIn(scope, condition, context) === true

  for (const rule of form.rules) {
    const shown = (rule.parent === undefined || visible[rule.parent] === true) && holds(rule.visible ?? true)
    visible[rule.node] = shown
    if (!shown && rule.key !== undefined) hidden.add(rule.key)
  }

  const states = createRecord<NodeState>()
  for (const rule of form.rules) {
    const parent = rule.parent === undefined ? undefined : states[rule.parent]
    states[rule.node] = {
      visible: visible[rule.node] === true,
      enabled: (parent?.enabled ?? true) && holds(rule.enabled ?? true),
      required: holds(rule.required ?? false),
      readOnly: (parent?.readOnly ?? false) || holds(rule.readOnly ?? false),
      passes: passesCheck(rule),
    }
  }
  return states

  // Unlike the other conditions a check objects only when it knows: with a value missing there is nothing to compare.
  function passesCheck({ check }: NodeRule): boolean {
    return typeof check !== 'string' || evaluateIn(scope, check, context) !== false
  }
}

/** True when the user may change the field now. */
export function isWritable(state: NodeState | undefined): boolean {
  return state?.visible === true && state.enabled && !state.readOnly
}
