import type { RuntimeDocument } from '../compile/runtime-document.ts'
import { createRecord } from '../document/plain-object.ts'
import type { FieldValue, FormValues } from '../fields/field-value.ts'
import type { Problem } from '../messages/catalogue.ts'
import { evaluateStates, isWritable } from './evaluate-states.ts'
import type { FormContext } from './form-context.ts'
import { readValues } from './read-values.ts'
import { isSameValue } from './same-value.ts'
import { validateIn } from './validate.ts'

export type Submission =
  | { readonly ok: true; readonly values: FormValues }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/**
 * Reads and checks what was submitted. `current` are the values before: they hold for fields that were not submitted.
 *
 * The answer has only what may be written: fields that these very values hide are dropped. A changed value of a field
 * that is read only or disabled is refused, for it could steer the conditions of others.
 */
export function readSubmission(
  form: RuntimeDocument,
  input: unknown,
  options: { current: FormValues; context: FormContext },
): Submission {
  const { current, context } = options
  const read = readValues(form, input, context)
  if (read.problems.length > 0) return { ok: false, problems: read.problems }
  const merged: FormValues = Object.assign(createRecord<FieldValue>(), current, read.values)
  const states = evaluateStates(form, merged, context)
  const values = createRecord<FieldValue>()
  const problems: Problem[] = []
  for (const field of form.fields) {
    const { key, node } = field
    const value = read.values[key]
    if (value === undefined || states[node]?.visible !== true) continue
    if (isWritable(states[node])) values[key] = value
    else if (!isSameValue(field, value, current[key] ?? null)) problems.push({ field: key, code: 'value.not-writable' })
  }
  problems.push(...validateIn(form, states, merged, context))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values }
}
