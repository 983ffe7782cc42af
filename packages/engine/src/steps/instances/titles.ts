import type { ExpressionText } from '@millrace/bpmn'
import { emit, getDefinition, getInstance, type Step } from '../../step.ts'
import { evaluateString } from '../expressions/evaluate.ts'
import type { Occasion } from '../expressions/occasion.ts'
import { orNull } from '../expressions/or-null.ts'

/** Longer ones are no titles. */
const longestTitle = 255

/** Sets the title of an instance from its model, unless it has one or the needed variables are missing. */
export function titleInstance(step: Step, id: string): void {
  const { model } = getDefinition(step, id)
  if (model.title === null || getInstance(step, id).title !== null) return
  const place = { scopeId: id, instanceId: id, elementInstanceId: null }
  const title = readTitle(step, { place, elementId: model.id, element: null }, model.title)
  if (title !== null) emit(step, { type: 'instanceChanged', id, patch: { title } })
}

/** Evaluates a title to one line; null when it fails, because a title stops no process. */
export function readTitle(step: Step, occasion: Occasion, text: ExpressionText | null): string | null {
  const value = orNull(() => evaluateString(step, occasion, text))
  return value === null ? null : toTitle(value)
}

/** Converts a text to a title: one line, shortened to the maximum length; null when it is empty. */
export function toTitle(text: string): string | null {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, longestTitle) || null
}
