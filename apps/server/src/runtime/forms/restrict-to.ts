import { listOutsideNames, restrictForm } from '@millrace/forms'
import type { ReadyForm } from './load-form.ts'

/**
 * Limits a form to what a user with these roles and groups may see. Variables that only hidden parts read are left out
 * too. `hidden` lists the nodes whose values the user may not see.
 */
export function restrictTo(
  whole: ReadyForm,
  memberships: readonly string[],
): { readonly form: ReadyForm; readonly hidden: ReadonlySet<string> } {
  const { form: document, hidden } = restrictForm(whole.document, memberships)
  if (document === whole.document) return { form: whole, hidden }
  if (hidden.size === 0) return { form: { ...whole, document }, hidden }
  const { expressions } = whole
  const rules = new Map([...expressions.rules].filter(([at]) => !hidden.has(at.slice(0, at.indexOf('.')))))
  return { form: { ...whole, document, outsideNames: listOutsideNames({ ...expressions, rules }) }, hidden }
}
