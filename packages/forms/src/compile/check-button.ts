import type { DocumentProblem, FormDocument, FormNode } from '../document/types.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import { type FormPlan, getNode } from './plan-form.ts'
import { findName } from './resolve-read.ts'

/** Checks the buttons of a form: the nodes that they name have to exist and to fit the button's action. */
export function checkButtons({ root, settings }: FormDocument, plan: FormPlan): DocumentProblem[] {
  const actions = new Set(settings.submitActions.map(({ id }) => id))
  return listButtons(root).flatMap((button) => {
    const conflict = findConflict(button, { actions, plan })
    if (conflict === null) return []
    const message = `Expected ${conflict}, but the properties of the button say otherwise.`
    return [{ code: 'property.conflict', node: button.id, at: `${button.id}.props`, message }]
  })
}

function listButtons(nodes: readonly FormNode[]): FormNode[] {
  return nodes.flatMap((node) => (node.type === 'button' ? [node] : listButtons(node.children ?? [])))
}

interface Known {
  readonly actions: ReadonlySet<string>
  readonly plan: FormPlan
}

function findConflict({ id, props }: FormNode, { actions, plan }: Known): string | null {
  const { action, outcome, target, result } = props
  if (action !== 'submit' && outcome !== undefined) return 'an outcome only of a button that submits'
  if (typeof outcome === 'string' && !actions.has(outcome)) return 'as outcome one of the ways to finish the form'
  if (action !== 'compute')
    return target === undefined && result === undefined ? null : 'target and result only of a button that computes'
  if (typeof target !== 'string' || result === undefined) return 'target and result of a button that computes'
  const field = findName(target, getNode(plan.byId, id).scope)
  if (field?.data?.kind !== 'field') return `as target the key of a field in the same row or around it`
  const isOpen = field.rule.computed === undefined && getFieldDefinition(field.data.type).isClosed !== true
  return isOpen ? null : 'as target a field that can be filled'
}
