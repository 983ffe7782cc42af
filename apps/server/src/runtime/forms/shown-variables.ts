import { getFieldDefinition, type NodeRule, type RuntimeDocument, restrictForm, variableOf } from '@millrace/forms'
import type { LoadedForm } from './load-form.ts'

/**
 * Lists the variables whose values a form shows in any case: fields that are always visible to the user and open with
 * the variable itself. Left out are lists and groups, whose variables may contain more than the form shows; secret,
 * hidden and calculated fields; fields with a condition or for others; fields that an expression fills; and all fields
 * of a generic form.
 *
 * @param memberships the roles and groups of the user.
 */
export function listShownVariables(form: LoadedForm, memberships: readonly string[]): string[] {
  if (form.isGeneric) return []
  const { form: document } = restrictForm(form.document, memberships)
  const known = kept.get(document)
  if (known !== undefined) return known
  const names = findShown(document, new Set(form.bindings.flatMap((bound) => (bound.expression ? [bound.key] : []))))
  kept.set(document, names)
  return names
}

/** The variables by restricted form. Users with the same memberships share such a form. */
const kept = new WeakMap<RuntimeDocument, string[]>()

function findShown({ data, rules }: RuntimeDocument, bound: ReadonlySet<string>): string[] {
  const byNode = new Map(rules.map((rule) => [rule.node, rule]))
  return data.flatMap((node) => {
    if (node.kind !== 'field' || bound.has(node.key)) return []
    const { isSecret, isUnseen, isClosed } = getFieldDefinition(node.type)
    if (isSecret === true || isUnseen === true || isClosed === true) return []
    return byNode.get(node.node)?.computed === undefined && isAlwaysVisible(node.node, byNode) ? [variableOf(node)] : []
  })
}

function isAlwaysVisible(id: string, rules: ReadonlyMap<string, NodeRule>): boolean {
  const rule = rules.get(id)
  if (rule === undefined || (rule.visible !== undefined && rule.visible !== true)) return false
  return rule.parent === undefined || isAlwaysVisible(rule.parent, rules)
}
