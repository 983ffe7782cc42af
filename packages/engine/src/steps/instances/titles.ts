import type { ExpressionText } from '@millrace/bpmn'
import { emit, getDefinition, getInstance, type Step } from '../../step.ts'
import { evaluateString } from '../expressions/evaluate.ts'
import type { Occasion } from '../expressions/occasion.ts'
import { orNull } from '../expressions/or-null.ts'

/** Longer ones are no titles. */
const longestTitle = 255

/** Gives an instance the title that its model says, unless it has one or what that reads does not exist yet. */
export function titleInstance(step: Step, id: string): void {
  const { model } = getDefinition(step, id)
  if (model.title === null || getInstance(step, id).title !== null) return
  const place = { scopeId: id, instanceId: id, elementInstanceId: null }
  const title = readTitle(step, { place, elementId: model.id, element: null }, model.title)
  if (title !== null) emit(step, { type: 'instanceChanged', id, patch: { title } })
}

/** On one line. A title stops no process: one that cannot be told is none. */
export function readTitle(step: Step, occasion: Occasion, text: ExpressionText | null): string | null {
  const title = orNull(() => evaluateString(step, occasion, text))
    ?.replaceAll(/\s+/g, ' ')
    .trim()
  return title === undefined || title === '' ? null : title.slice(0, longestTitle)
}
