import { listOutsideNames, restrictForm } from '@millrace/forms'
import type { ReadyForm } from './load-form.ts'

/**
 * A form for somebody with these roles and groups: the variables that only hidden parts read do not belong to it either.
 * `hidden` are the nodes whose values are not for them.
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
