import {
  type FormContext,
  type FormLanguage,
  hasExpressions,
  type JsonValues,
  noExpressions,
  prepareExpressions,
  type RuntimeDocument,
} from '@millrace/forms'
import { getTimeZone } from '../../../web/src/lib/time-zone.ts'
import { openSample, type Sample } from '../model/sample.ts'

/** Opens the preview of a form with the sample, and defaults where the sample has no value. */
export function openPreview(
  form: RuntimeDocument,
  { sample, user, language }: { sample: Sample; user: string; language: FormLanguage },
): { values: JsonValues; context: Omit<FormContext, 'expressions'> } {
  const zone = getTimeZone()
  const context = { now: new Date(), timeZone: zone, dayZone: zone, userId: user, variables: sample.variables }
  const expressions = hasExpressions(form) ? prepareExpressions(form, language) : noExpressions
  return { values: openSample(form, sample, { ...context, expressions }), context }
}
