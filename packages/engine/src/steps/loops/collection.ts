import type { ExpressionText, MultiInstance } from '@millrace/bpmn'
import { parseJson } from '../../state/parse-json.ts'
import type { ElementInstance } from '../../state/rows.ts'
import type { TypedValue } from '../../state/value.ts'
import { fail, type Step } from '../../step.ts'
import { compileText } from '../expressions/compile.ts'
import { detailOf, evaluate } from '../expressions/evaluate.ts'
import { occasionOf } from '../expressions/occasion.ts'
import { describe } from '../expressions/seen.ts'
import { findVariable, loadedValue, readVariable } from '../variables/variables.ts'

/**
 * Returns the collection of a multi-instance activity: a variable that holds a list, an expression that returns a list,
 * or an expression that returns the name of such a variable. Text that is a JSON array counts as a list. As in Camunda
 * and Flowable, it is read again for each run, so that a sequential activity sees what its runs have changed; what has
 * not changed since is not parsed again.
 */
export function readCollection(step: Step, { collection }: MultiInstance, body: ElementInstance): readonly unknown[] {
  if (collection === null) return []
  const from = listSources(step, collection, body)
  const known = step.collections.get(body.id)
  if (known !== undefined && from !== null && isSame(known.from, from)) return known.items
  const value = evaluateCollection(step, collection, body)
  const items = asList(value)
  if (items === null) return readNamed(step, collection, body, value)
  if (from !== null) step.collections.set(body.id, { from, items })
  return items
}

function evaluateCollection(step: Step, text: ExpressionText, body: ElementInstance): unknown {
  return text.language === 'literal'
    ? readVariable(step, body.id, text.text.trim())
    : evaluate(step, occasionOf(body), text)
}

function readNamed(step: Step, text: ExpressionText, body: ElementInstance, value: unknown): readonly unknown[] {
  const list = typeof value === 'string' ? asList(readVariable(step, body.id, value)) : null
  if (list !== null) return list
  return fail(
    'engine.value-invalid',
    `Expected the collection of ${body.elementId} to be a list, but “${text.text}” gave ${describe(value)}. Set the variable to a list before this step.`,
    { element: body, detail: detailOf(step, occasionOf(body), text, value) },
  )
}

function asList(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return null
  try {
    const parsed = parseJson(value)
    return Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}

/** Returns the variables that the collection is made from; null when it may depend on something else. */
function listSources(step: Step, text: ExpressionText, body: ElementInstance): readonly TypedValue[] | null {
  const names = listNames(step, text)
  const variables = names.map((name) => findVariable(step, body.id, name)).filter((one) => one !== undefined)
  return names.length === 0 || variables.length < names.length ? null : variables.map(loadedValue)
}

function listNames(step: Step, text: ExpressionText): readonly string[] {
  if (text.language === 'literal') return [text.text.trim()]
  const compiled = compileText(text, step)
  return compiled?.ok === true ? compiled.expression.variables : []
}

function isSame(a: readonly TypedValue[], b: readonly TypedValue[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}
