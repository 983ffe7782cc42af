import type { OpenedForm } from '@millrace/contract'
import { getFieldDefinition, type JsonValues, type NodeRule, type RuntimeField } from '@millrace/forms'
import type { LoadedForm } from '../../runtime/forms/load-form.ts'

/** A way to complete a task with one click. */
export interface Outcome {
  readonly id: string
  /** Null: completed, and nothing more to be said. */
  readonly label: string | null
  readonly values: JsonValues
  /** The submit action of the form. */
  readonly action: string | null
}

/** More than these are no choice for a mail. */
const most = 6

const complete: Outcome = { id: 'complete', label: null, values: {}, action: null }

/**
 * Lists the outcomes by which a task can be completed without filling in its form: it has no form, its form has several
 * submit actions and no input, or its only input is a choice of a few options. Other forms have no outcomes, because
 * users must see their content before they complete the task.
 */
export function listOutcomes(
  { isGeneric, answered }: Pick<LoadedForm, 'isGeneric' | 'answered'>,
  { document, isStandIn }: Pick<OpenedForm, 'document' | 'isStandIn'>,
): readonly Outcome[] {
  const { data, rules, settings } = document
  if (isStandIn) return []
  const fields = data.filter((node) => node.kind === 'field')
  if (isGeneric) {
    const asked = fields.filter(({ key }) => answered.includes(key))
    if (answered.length === 0) return [complete]
    return answered.length === 1 && asked[0] !== undefined ? choicesOf(asked[0], null) : []
  }
  const ruleOf = new Map(rules.map((rule) => [rule.node, rule]))
  const open = fields.filter((field) => isOpen(field, ruleOf.get(field.node)))
  // What is in lists and groups is not looked through.
  if (fields.length < data.length || open.length > 1) return []
  const actions = settings.submitActions
  const [choice] = open
  if (choice !== undefined)
    return actions.length > 1 || !isPlain(ruleOf.get(choice.node)) ? [] : choicesOf(choice, actions[0]?.id ?? null)
  if (actions.length === 0) return [complete]
  return actions.length > most
    ? []
    : actions.map(({ id, label }) => ({ id: `action:${id}`, label, values: {}, action: id }))
}

/** Returns whether somebody may enter something, as far as it does not depend on anything. */
function isOpen({ type }: RuntimeField, rule: NodeRule | undefined): boolean {
  if (getFieldDefinition(type).isClosed === true || rule?.computed !== undefined) return false
  return rule?.readOnly !== true && rule?.enabled !== false && rule?.visible !== false
}

/** Returns whether the options are the same for all values of the form. */
function isPlain(rule: NodeRule | undefined): boolean {
  return (
    rule?.visible === undefined &&
    rule?.enabled === undefined &&
    rule?.readOnly === undefined &&
    rule?.check === undefined
  )
}

interface ChoiceProps {
  readonly options?: readonly { readonly value: string; readonly label?: string; readonly when?: unknown }[]
  readonly dependsOn?: string
  readonly label?: string
}

function choicesOf({ key, type, props }: RuntimeField, action: string | null): readonly Outcome[] {
  const { options = [], dependsOn, label = key } = props as ChoiceProps
  if (type === 'checkbox')
    return [
      { id: 'yes', label: `${label}: yes`, values: { [key]: true }, action },
      { id: 'no', label: `${label}: no`, values: { [key]: false }, action },
    ]
  if (type !== 'radio' && type !== 'select') return []
  const isFixed = dependsOn === undefined && options.every(({ when }) => when === undefined)
  if (!isFixed || options.length < 2 || options.length > most) return []
  return options.map(({ value, label: text = value }) => ({
    id: `choice:${value}`,
    label: text,
    values: { [key]: value },
    action,
  }))
}
